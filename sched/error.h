// Errors of the operating system as numbers below zero: -errno, and below -3000 those of name lookup.
#pragma once

#include <string>

namespace aspen::sched {

std::string error_name(int error);  // "ECONNREFUSED"
std::string error_text(int error);  // "connection refused"

}  // namespace aspen::sched
