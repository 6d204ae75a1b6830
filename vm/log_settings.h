// Which lines of a program's log are written, and how.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen {

enum class LogLevel : uint8_t { debug, info, warn, error, off };

// Written and read by any thread; relaxed, as each stands for itself.
struct LogSettings {
  std::atomic<LogLevel> least{LogLevel::info};
  std::atomic<bool> is_json{false};  // a JSON object in each line; else text
};

}  // namespace aspen
