// Which lines of a program's log are written, and in which format.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen {

enum class LogLevel : uint8_t { debug, info, warn, error, off };

// Any thread writes and reads these; relaxed, because they are independent.
struct LogSettings {
  std::atomic<LogLevel> least{LogLevel::info};
  std::atomic<bool> is_json{false};  // a JSON object in each line; else text
};

}  // namespace aspen
