// What system calls answer to a native.
#pragma once

#include <cerrno>

#include "stdlib/outside.h"

namespace aspen {

// What came of a call: `error` is an errno, 0 if it was done.
template <class T>
struct Answer {
  int error = 0;
  T value{};

  size_t bytes() const requires Sized<T> { return value.bytes(); }
};
struct Nothing {};

}  // namespace aspen
