// Tails of two words in loaded code.
#pragma once

#include "vm/code/instructions.h"

namespace aspen {

// The tail at `at`, as 64 bits.
inline uint64_t wide(const Word* at) { return Word{at[0]} | uint64_t{at[1]} << 32; }
// The Proto, NativeDescriptor, Value or module that it points to.
template <class T>
T* pointer(const Word* at) {
  return reinterpret_cast<T*>(wide(at));
}

}  // namespace aspen
