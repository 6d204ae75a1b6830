// Interned names: fields, labels, functions. A Symbol is an index and is never freed within its machine.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "vm/value.h"

namespace aspen {

class SymbolTable {
 public:
  // Interns the names of symbols.def, so that sym:: holds.
  SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;
  Symbol intern(std::string_view name);
  std::string_view name(Symbol s) const { return names_[s]; }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;  // a deque: the map's keys look into its strings
  std::unordered_map<std::string_view, Symbol> index_;
};

// Labels and fields the runtime itself knows, interned in this order in every machine, so they are constants.
namespace sym {
enum : Symbol {
#define ASPEN_SYMBOL(name, text) name,
#include "vm/symbols.def"
#undef ASPEN_SYMBOL
  kCount
};
}  // namespace sym

}  // namespace aspen
