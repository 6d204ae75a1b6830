// What slow paths of instructions share.
#pragma once

#include "vm/run/interpreter.h"
#include "vm/run/machine.h"

namespace aspen {

// The instruction that follows.
inline const Word* after(const Word* pc) { return pc + words_of(op_of(pc)); }

// Notes where the container, a record, has the field that the instruction names, for its fast path.
inline void write_cache(const Word* cache, Value container, uint32_t slot) {
  if (!is_kind(container, Kind::Record) || slot >= kCachedSlots) return;
  ShapeId shape = as<Record>(container)->shape();
  if (ShapeTable::is_cacheable(shape)) store_word(cache, shape | slot);
}

// Bytecode has reached an instruction without the test that it relies on.
inline Value untested(Strand& s) {
  return s.type_error("malformed bytecode: a part is taken of what was not tested");
}

}  // namespace aspen
