// A shared library that is loaded when it is first needed: linked, it would cost every program its time to
// start. It stays until the process ends, as threads may be in it.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <string>

namespace aspen {

class LoadedLibrary {
 public:
  explicit LoadedLibrary(const char* file) : handle_(::dlopen(file, RTLD_NOW | RTLD_LOCAL)) {}

  // Null if it is not there.
  template <class Function>
  void find(const char* name, Function& function) {
    function = handle_ != nullptr ? reinterpret_cast<Function>(::dlsym(handle_, name)) : nullptr;
    if (function == nullptr) is_whole_ = false;
  }
  // Whether all that was looked for is there.
  bool is_whole() const { return is_whole_; }

 private:
  void* const handle_;
  bool is_whole_ = true;
};

// The functions of a library, as `load` finds them: `is_there` tells whether it did. Kept once it has; that
// it did not may pass, as when there were too few descriptors. Any thread.
template <class Functions, Functions (*load)()>
const Functions& loaded() {
  static std::mutex lock;
  static Functions functions;  // written once, before it is known
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

// In the system's words, after that.
inline std::string why_not_loaded(const char* file) {
  const char* problem = ::dlopen(file, RTLD_NOW | RTLD_LOCAL) == nullptr ? ::dlerror() : nullptr;
  return problem != nullptr ? problem : std::string(file) + ": another version is needed";
}

}  // namespace aspen
