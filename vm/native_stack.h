// Lets C++ code keep plain Values and object pointers in local variables: the native stack and the registers
// are scanned conservatively.
//
// Every word that points to an object or into one, as an address or as a Value, keeps that object alive for
// the collection at hand. Objects never move, so nothing else follows from a mistake. Memory that C++
// allocates (std::vector, captures of std::function) is not scanned: hold Values there by Root, or where a
// RootSource or a native type's tracer finds them.
#pragma once

namespace aspen {

class Heap;

// Stands at the top of every function through which C++ enters the machine from outside (running a strand,
// setting a machine up). Locals of that function and of what it calls are safe. Nested scopes keep the
// outermost one.
//
// AddressSanitizer must not move locals to fake stacks: detect_stack_use_after_return stays 0.
class NativeStackScope {
 public:
  // Inlined, so that the frame is the caller's: its locals may lie above this object.
  [[gnu::always_inline]] explicit NativeStackScope(Heap& heap)
      : NativeStackScope(heap, __builtin_frame_address(0)) {}
  ~NativeStackScope();
  NativeStackScope(const NativeStackScope&) = delete;
  NativeStackScope& operator=(const NativeStackScope&) = delete;

 private:
  NativeStackScope(Heap& heap, const void* base);
  Heap& heap_;
  const void* previous_;
};

}  // namespace aspen
