// Interned names: fields, labels, functions. A Symbol is a number, which is never freed during the life of
// its machine. Any worker may intern and look up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vm/object/intern_table.h"
#include "vm/object/value.h"

namespace aspen {

class SymbolTable {
 public:
  // Interns the names of symbols.def, so that the constants of sym:: are valid.
  SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;
  Symbol intern(std::string_view name);
  // Nothing if no name like this was interned.
  std::optional<Symbol> known(std::string_view name) const;
  // What another name takes at most.
  static constexpr size_t bytes_for(size_t length) {
    return InternTable<std::string>::bytes_per_entry() + length + 1;
  }
  std::string_view name(Symbol s) const { return names_[s]; }
  uint32_t size() const { return names_.size(); }

 private:
  InternTable<std::string> names_{1024};
};

// Labels and fields that the runtime uses. Every machine interns them in this order: they are constants.
namespace sym {
enum : Symbol {
#define ASPEN_SYMBOL(name, text) name,
#include "vm/object/symbols.def"
#undef ASPEN_SYMBOL
  kCount
};
}  // namespace sym

}  // namespace aspen
