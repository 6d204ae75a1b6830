// A shared library that is loaded when it is first needed: linked, it would cost every program its time to
// start. It stays until the process ends, as threads may be in it.
#pragma once

#include <dlfcn.h>

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

}  // namespace aspen
