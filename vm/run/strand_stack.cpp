#include "vm/run/strand_stack.h"

#include <cstring>

#include "vm/run/machine.h"

namespace aspen {

void StrandStack::use(Machine& machine, Value* memory, size_t slots) {
  machine.note_stack_bytes(static_cast<ptrdiff_t>(slots * sizeof(Value)) - static_cast<ptrdiff_t>(bytes()));
  begin = memory;
  end = memory + slots;
}

void StrandStack::clear(const Value* begin, const Value* end) {
  std::memset(static_cast<void*>(const_cast<Value*>(begin)), 0,
              static_cast<size_t>(end - begin) * sizeof(Value));
}

}  // namespace aspen
