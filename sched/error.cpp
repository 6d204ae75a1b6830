#include "sched/error.h"

#include <uv.h>

#include <array>

namespace aspen::sched {

std::string error_name(int error) {
  std::array<char, 80> buffer;
  return uv_err_name_r(error, buffer.data(), buffer.size());
}

std::string error_text(int error) {
  std::array<char, 160> buffer;
  return uv_strerror_r(error, buffer.data(), buffer.size());
}

}  // namespace aspen::sched
