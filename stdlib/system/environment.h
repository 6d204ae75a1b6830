// The environment variables, which the whole process shares. C functions that read them (getenv, those of
// time zones, starting a program) are unsafe while another thread changes them.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// Hold it while a C function reads or changes the environment, and never while waiting for anything else.
std::unique_lock<std::mutex> hold_environment();

// Whether the system can hold a variable of that name.
bool is_variable_name(std::string_view name);

// Nothing if the variable is not set. Takes the lock.
std::optional<std::string> environment_variable(const char* name);
// All variables, as NAME=value. Takes the lock.
std::vector<std::string> environment_rows();

}  // namespace aspen
