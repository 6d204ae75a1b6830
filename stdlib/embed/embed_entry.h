// How every function of aspen.h begins and ends. The body of each is one call of `enter`, `use` or `attempt`;
// tools/check-interface checks all definitions. So no exception leaves the library, required arguments are
// never null where they are used, and no two threads use a VM at the same time.
#pragma once

#include <new>

#include "stdlib/embed/embed.h"

namespace aspen {

// An argument: its name in aspen.h, and whether it can be used.
struct Needed {
  Needed(const char* argument, bool usable) : name(argument), is_usable(usable) {}
  template <class T>
  Needed(const char* argument, T* pointer) : name(argument), is_usable(pointer != nullptr) {}
  const char* name;
  bool is_usable;
};

// Marks the thread as inside a VM for the time of a call. Calls nest: a function of the interface that is
// called within a script's call stays inside, and only the outermost call leaves.
class Stay {
 public:
  Stay(aspen_vm* vm, const char* call) : vm_(vm), is_outermost_(vm->occupant.enter(call)) {}
  ~Stay() {
    if (is_outermost_) vm_->occupant.leave();
  }
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;
  bool is_refused() const { return !is_outermost_ && !vm_->occupant.is_here(); }

 private:
  aspen_vm* vm_;
  bool is_outermost_;
};

// ASPEN_MISUSE: the argument is null, not a value, or too large.
aspen_status refuse_argument(const char* call, const char* argument, aspen_error** error);
// ASPEN_MISUSE: another thread is inside the VM.
aspen_status refuse_thread(const char* call, const aspen_vm* vm, aspen_error** error);
// ASPEN_OUT_OF_MEMORY, with an error that needs no memory.
aspen_status refuse_for_memory(aspen_error** error);
// Call it in a `catch`: code of the host has thrown, which it must not. ASPEN_MISUSE, with the message.
aspen_status refuse_exception(const char* call, aspen_error** error);
// Likewise in functions that return no status: writes the message to standard error.
void report_exception() noexcept;
// A thread is inside the VM: writes to standard error what `call` has therefore not done.
void report_misuse(const char* call, const aspen_vm* vm);
// Likewise, inside a VM: the script's call, if one is running, ends in an error.
void keep_exception(const aspen_vm* vm) noexcept;

// The frame of a function that returns a status. `needed`: arguments that must not be null, besides the VM.
template <class F, class... Arguments>
aspen_status attempt_status(const char* call, aspen_error** error, F body, Arguments... needed) noexcept {
  if (error != nullptr) *error = nullptr;
  const char* missing = nullptr;
  ((missing = missing == nullptr && !needed.is_usable ? needed.name : missing), ...);
  if (missing != nullptr) [[unlikely]]
    return refuse_argument(call, missing, error);
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return refuse_for_memory(error);
  } catch (...) {
    return refuse_exception(call, error);
  }
}

// Likewise inside a VM.
template <class F, class... Arguments>
aspen_status enter(const char* call, aspen_vm* vm, aspen_error** error, F body,
                   Arguments... needed) noexcept {
  const auto inside = [&] {
    const Stay stay(vm, call);
    return stay.is_refused() ? refuse_thread(call, vm, error) : body();
  };
  return attempt_status(call, error, inside, Needed("vm", vm), needed...);
}

// The frame of a function that returns no status: it returns `otherwise` if memory is short, or on misuse.
// `is_usable`: whether its arguments can be used.
template <class R, class F>
R attempt(R otherwise, bool is_usable, F body) noexcept {
  if (!is_usable) [[unlikely]]
    return otherwise;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return otherwise;
  } catch (...) {
    report_exception();
    return otherwise;
  }
}

template <class F>
void attempt(bool is_usable, F body) noexcept {
  attempt(0, is_usable, [&] {
    body();
    return 0;
  });
}

// Likewise for functions that take or make values: any thread may call them unless another one is inside the
// VM. If memory is short, the script's call ends in an error, if one is running.
template <class R, class F>
R use(const aspen_vm* vm, R otherwise, bool is_usable, F body) noexcept {
  if (vm == nullptr || !is_usable || vm->occupant.is_elsewhere()) [[unlikely]]
    return otherwise;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    vm->has_refused_memory = vm->has_made_no_value = true;
    return otherwise;
  } catch (...) {
    keep_exception(vm);
    return otherwise;
  }
}

// Likewise for functions that a thread calls while it is outside, too: others cannot enter meanwhile.
template <class R, class F>
R use_alone(const char* call, aspen_vm* vm, R otherwise, bool is_usable, F body) noexcept {
  if (vm == nullptr) return otherwise;
  const Stay stay(vm, call);
  return use(vm, otherwise, is_usable && !stay.is_refused(), body);
}

}  // namespace aspen
