// What a strand knows of the native function that it runs, and what that native has asked for.
#pragma once

#include <cstdint>

#include "vm/object/value.h"

namespace aspen {

struct Future;
struct NativeDescriptor;

// Elements of arguments that the running native needs before it can iterate over them
// (Strand::want_elements).
struct Wanted {
  uint8_t arguments = 0;  // bit i: argument i
  bool in_turns = false;
  uint32_t most = UINT32_MAX;  // elements of each argument
};

struct RunningNative {
  // What it keeps for when it runs again, and the elements that it wants: it begins anew, or not at all.
  void forget() {
    top = nullptr;
    kept = Value::undefined();
    wanted = {};
  }

  const NativeDescriptor* descriptor = nullptr;  // for messages; null outside natives
  const Value* top = nullptr;                    // end of its arguments
  Value kept = Value::undefined();               // Strand::keep
  Wanted wanted;
  Future* missed = nullptr;       // the first that `touch` missed; null again as soon as the strand waits
  bool is_parking = false;        // it waits for an event outside of the timeline
  bool stops_for_memory = false;  // `work` was false, and the heap's limit had been reached
};

}  // namespace aspen
