// What a function of the host may ask of the script's call that it serves: to pay for long work, and whether
// there is memory for a large result.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {
namespace detail {

// Leaves a host's function for a Call. No std::exception, so it passes handlers of the function's own errors.
struct CallEnds {};

}  // namespace detail

// A parameter `Call&` of a host's function, method or constructor, at any place, is no parameter for scripts:
//
//   matrix.ctor<aspen::Call&, size_t, size_t>();  // its constructor calls require_memory first
//   vm.module("host").def("primes", aspen::pure, [](aspen::Call& call, int below) { … call.work(100); … });
//
// Valid until the function returns, on the thread that called it. If the call has to end, the members leave
// the function by an exception that is no std::exception. A function that catches it with `catch (...)` has
// to throw it on. A `pure` or `read` function that is left may be called again from its start.
class Call {
 public:
  explicit Call(aspen_context* context) : context_(context) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Pays fuel for work, in units of about a nanosecond. The call has to end if the script is interrupted or
  // cancelled, or has reached a limit. Long functions call this at least every millisecond.
  void work(uint64_t amount) {
    if (aspen_work(context_, amount) == 0) throw detail::CallEnds();
  }

  // Before memory of this size is taken for an object or a result. If it exceeds the VM's `heap_bytes`, the
  // call ends in MemoryLimit. Nothing is reserved: objects count as Type::memory says once they are made.
  void require_memory(size_t bytes) {
    if (aspen_require_memory(context_, bytes) == 0) throw detail::CallEnds();
  }

 private:
  aspen_context* context_;
};

}  // namespace v1
}  // namespace aspen
