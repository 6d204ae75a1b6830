// The logarithm of the gamma function, for several threads at once: std::lgamma writes a global variable.
#pragma once

#include <math.h>

namespace aspen {

inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace aspen
