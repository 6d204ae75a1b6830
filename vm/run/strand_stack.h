// The memory of a strand's stack, and which of its slots belong to the frames that are there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/object/value.h"

namespace aspen {

class Machine;

// Of a frame, below its first register (frame.h).
inline constexpr unsigned kHeaderSlots = 3;

struct StrandStack {
  static constexpr uint32_t kNoBarrier = UINT32_MAX;

  size_t slots() const { return static_cast<size_t>(end - begin); }
  size_t bytes() const { return slots() * sizeof(Value); }
  uint32_t slot_of(const Value* at) const { return static_cast<uint32_t>(at - begin); }
  // The header and the registers of the lowest frame.
  Value* lowest_header() const { return begin + bottom; }
  Value* lowest() const { return begin + bottom + kHeaderSlots; }
  // Takes over memory of that many slots. The caller frees the old memory first.
  void use(Machine& machine, Value* memory, size_t slots);
  // All frames are in this memory, and none of them waits for the call of an eager strand.
  void hold_all() {
    bottom = 0;
    barrier = kNoBarrier;
  }
  // Clears slots that hold no live values.
  static void clear(const Value* begin, const Value* end);

  Value* begin = nullptr;
  Value* end = nullptr;
  uint32_t bottom = 0;  // slot of the lowest frame's header: those below are in a segment, too
  // Of a strand that is eager: slot of the oldest frame that must not go on before its call is over, or of
  // one above the stack.
  uint32_t barrier = kNoBarrier;
};

}  // namespace aspen
