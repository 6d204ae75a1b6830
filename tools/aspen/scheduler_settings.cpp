#include "tools/aspen/scheduler_settings.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace aspen {

namespace {

std::string read_count(const std::string& text, uint32_t least, uint32_t most, uint32_t& count) {
  const char* end = text.data() + text.size();
  uint32_t read = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, read);
  if (error == std::errc() && rest == end && read >= least && read <= most) {
    count = read;
    return "";
  }
  return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", not " +
         text;
}

std::string read_switch(const std::string& text, bool& is_on) {
  if (text != "on" && text != "off") return "must be on or off, not " + text;
  is_on = text == "on";
  return "";
}

std::string read_queue_capacity(const std::string& text, RunOptions& options) {
  return read_count(text, SchedulerOptions::kLeastQueued, SchedulerOptions::kMostQueued,
                    options.scheduler.queue_capacity);
}

std::string read_stealing(const std::string& text, RunOptions& options) {
  return read_switch(text, options.scheduler.steals);
}

std::string read_steal_tries(const std::string& text, RunOptions& options) {
  return read_count(text, 1, 1'000, options.scheduler.steal_tries);
}

std::string read_blocking_threads(const std::string& text, RunOptions& options) {
  return read_count(text, 1, 10'000, options.scheduler.blocking_threads);
}

std::string read_shutdown_deadline(const std::string& text, RunOptions& options) {
  constexpr double kSecond = 1e9, kMostSeconds = 1e9;
  const char* end = text.data() + text.size();
  double seconds = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  const bool is_time = error == std::errc() && rest == end && seconds >= 0 && seconds <= kMostSeconds;
  if (!is_time) return "must be a number of seconds from 0 to 10^9, not " + text;
  options.scheduler.shutdown_deadline_ns = static_cast<uint64_t>(std::llround(seconds * kSecond));
  return "";
}

std::string read_priorities(const std::string& text, RunOptions& options) {
  return read_switch(text, options.priorities);
}

constexpr SchedulerSetting kSettings[] = {
    {"--queue-capacity", "ASPEN_QUEUE_CAPACITY", "COUNT",
     "Ready tasks in a worker's own queue, 2 to 256; further ones go to a queue for all workers. Default: "
     "256",
     read_queue_capacity},
    {"--stealing", "ASPEN_STEALING", "on|off",
     "Whether an idle worker takes tasks from the queues of others. Default: on", read_stealing},
    {"--steal-tries", "ASPEN_STEAL_TRIES", "COUNT",
     "How often an idle worker looks at all others before it rests. Default: 4", read_steal_tries},
    {"--blocking-threads", "ASPEN_BLOCKING_THREADS", "COUNT",
     "Maximum number of threads for blocking calls, such as those on files. Default: 64",
     read_blocking_threads},
    {"--shutdown-deadline", "ASPEN_SHUTDOWN_DEADLINE", "SECONDS",
     "How long the program waits at its end for calls that it has given up. Default: not at all",
     read_shutdown_deadline},
};

std::string read_variable(const char* variable, decltype(SchedulerSetting::read) read, RunOptions& options) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return "";
  const std::string wrong = read(text, options);
  return wrong.empty() ? "" : std::string(variable) + ": " + wrong;
}

}  // namespace

std::span<const SchedulerSetting> scheduler_settings() { return kSettings; }

std::string read_scheduler_variables(RunOptions& options) {
  for (const SchedulerSetting& setting : kSettings) {
    std::string wrong = read_variable(setting.variable, setting.read, options);
    if (!wrong.empty()) return wrong;
  }
  return read_variable("ASPEN_PRIORITIES", read_priorities, options);
}

}  // namespace aspen
