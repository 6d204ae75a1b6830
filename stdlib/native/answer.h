// The results of system calls, as natives take them.
#pragma once

#include <cerrno>

#include "stdlib/native/outside.h"

namespace aspen {

// The result of a call: `error` is an errno, or 0.
template <class T>
struct Answer {
  int error = 0;
  T value{};

  size_t bytes() const requires Sized<T> { return value.bytes(); }
};
struct Nothing {};

}  // namespace aspen
