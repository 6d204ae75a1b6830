#include "vm/run/interned.h"

#include "vm/heap/heap.h"
#include "vm/object/symbol.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"

namespace aspen {

// False as for Strand::charge. If two strands make the same one at once, both are charged.
static bool charge_for_good(Strand& strand, size_t bytes) {
  Charge charge(strand.machine().heap().memory());
  if (!strand.charge(charge, bytes)) return false;
  charge.detach();  // the account ends with the machine
  return true;
}

const Shape* intern_shape(Strand& strand, std::span<const Symbol> fields) {
  ShapeTable& shapes = strand.machine().shapes();
  if (const Shape* known = shapes.known(fields)) return known;
  if (!charge_for_good(strand, ShapeTable::bytes_for(fields.size()))) return nullptr;
  return &shapes.intern(fields);
}

std::optional<Symbol> intern_name(Strand& strand, std::string_view name) {
  SymbolTable& symbols = strand.machine().symbols();
  if (const std::optional<Symbol> known = symbols.known(name)) return known;
  if (!charge_for_good(strand, SymbolTable::bytes_for(name.size()))) return std::nullopt;
  return symbols.intern(name);
}

}  // namespace aspen
