// Lets C++ code keep plain Values and object pointers in local variables: the collector scans the native
// stacks and the registers of the threads that run a machine's code conservatively.
//
// Every word that points to an object or into one, as an address or as a Value, keeps that object alive for
// the current collection. Objects never move, so a false match does no other harm. Memory that C++ allocates
// (std::vector, captures of std::function, coroutine frames) is not scanned: keep Values there in a Root, or
// where a RootSource or a native type's tracer finds them.
#pragma once

#include "vm/heap/mutator.h"

namespace aspen {

// Place it first in every function through which C++ enters the machine from outside (running a strand,
// setting a machine up). Locals of that function and of its callees are then safe. With nested scopes, the
// outermost one counts. Blocks while another thread collects.
//
// AddressSanitizer must not move locals to fake stacks: detect_stack_use_after_return has to be 0.
class NativeStackScope {
 public:
  // Inlined, so that the frame is the caller's: its locals may be above this object.
  [[gnu::always_inline]] explicit NativeStackScope(Mutator& mutator)
      : NativeStackScope(mutator, __builtin_frame_address(0)) {}
  ~NativeStackScope();
  NativeStackScope(const NativeStackScope&) = delete;
  NativeStackScope& operator=(const NativeStackScope&) = delete;

 private:
  NativeStackScope(Mutator& mutator, const void* base);
  Mutator& mutator_;
  const void* previous_base_;
  bool entered_;  // false: its thread was already running
};

// Clears the part of this thread's stack that calls from here on will use. Otherwise a collection in these
// calls may find what earlier calls have left in places that these do not write.
void clear_stack_ahead();

}  // namespace aspen
