#include "vm/symbol.h"

#include <cassert>

namespace aspen {

SymbolTable::SymbolTable() {
  index_.reserve(1024);
#define ASPEN_SYMBOL(name, text)              \
  {                                           \
    [[maybe_unused]] Symbol s = intern(text); \
    assert(s == sym::name);                   \
  }
#include "vm/symbols.def"
#undef ASPEN_SYMBOL
}

Symbol SymbolTable::intern(std::string_view name) {
  auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  Symbol symbol = size();
  names_.emplace_back(name);
  index_.emplace(names_.back(), symbol);
  return symbol;
}

}  // namespace aspen
