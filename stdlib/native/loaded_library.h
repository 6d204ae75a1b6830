// A shared library that is loaded when it is first needed: if it were linked, every program would pay for its
// loading at the start. It stays loaded until the process ends, as threads may be running its code.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <string>

namespace aspen {

class LoadedLibrary {
 public:
  explicit LoadedLibrary(const char* file) : handle_(::dlopen(file, RTLD_NOW | RTLD_LOCAL)) {}

  // Null if the library lacks the function.
  template <class Function>
  void find(const char* name, Function& function) {
    function = handle_ != nullptr ? reinterpret_cast<Function>(::dlsym(handle_, name)) : nullptr;
    if (function == nullptr) is_whole_ = false;
  }
  // Whether the library and all functions that were looked up exist.
  bool is_whole() const { return is_whole_; }

 private:
  void* const handle_;
  bool is_whole_ = true;
};

// The functions of a library, as `load` finds them; `is_there` says whether it found all. A success is kept
// for the process. A failure is tried again by the next call, because it may pass: there may have been too
// few descriptors. Any thread may call this.
template <class Functions, Functions (*load)()>
const Functions& loaded() {
  static std::mutex lock;
  static Functions functions;  // written once, before `known` is set
  static std::atomic<const Functions*> known{nullptr};
  static const Functions kNone = {};
  if (const Functions* found = known.load(std::memory_order_acquire)) return *found;
  const std::lock_guard guard(lock);
  if (const Functions* found = known.load(std::memory_order_relaxed)) return *found;
  const Functions now = load();
  if (!now.is_there) return kNone;
  functions = now;
  known.store(&functions, std::memory_order_release);
  return functions;
}

// The reason of a failure, in the system's words.
inline std::string why_not_loaded(const char* file) {
  const char* problem = ::dlopen(file, RTLD_NOW | RTLD_LOCAL) == nullptr ? ::dlerror() : nullptr;
  return problem != nullptr ? problem : std::string(file) + ": another version is needed";
}

}  // namespace aspen
