// The names of log levels.
#pragma once

#include <optional>
#include <string_view>

#include "vm/run/log_settings.h"

namespace aspen {

// "debug", "info", "warn", "error", "off"
std::string_view name_of(LogLevel level);
std::optional<LogLevel> log_level_named(std::string_view name);

}  // namespace aspen
