#include "vm/object/symbol.h"

#include <cassert>
#include <functional>

namespace aspen {

SymbolTable::SymbolTable(){
#define ASPEN_SYMBOL(name, text)              \
  {                                           \
    [[maybe_unused]] Symbol s = intern(text); \
    assert(s == sym::name);                   \
  }
#include "vm/object/symbols.def"
#undef ASPEN_SYMBOL
}

Symbol SymbolTable::intern(std::string_view name) {
  return names_.intern(
      std::hash<std::string_view>()(name), [name](const std::string& other) { return other == name; },
      [name](Symbol) { return std::string(name); });
}

std::optional<Symbol> SymbolTable::known(std::string_view name) const {
  return names_.known(std::hash<std::string_view>()(name),
                      [name](const std::string& other) { return other == name; });
}

}  // namespace aspen
