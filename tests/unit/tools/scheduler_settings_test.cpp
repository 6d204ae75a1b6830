// The options of `aspen run` about the scheduler set what they are named after. What that does is tested in
// tests/sched and in scheduler_options_test.cpp.
#include "tools/aspen/scheduler_settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace aspen {
namespace {

RunOptions read(std::string_view flag, const std::string& text) {
  RunOptions options;
  const auto settings = scheduler_settings();
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const SchedulerSetting& setting) { return setting.flag == flag; });
  EXPECT_NE(found, settings.end()) << flag;
  if (found != settings.end()) {
    EXPECT_EQ(found->read(text, options), "");
  }
  return options;
}

RunOptions read_variable(const char* name, const char* text) {
  RunOptions options;
  setenv(name, text, 1);
  EXPECT_EQ(read_scheduler_variables(options), "");
  unsetenv(name);
  return options;
}

TEST(SchedulerSettings, SetWhatTheyAreNamedAfter) {
  EXPECT_EQ(read("--queue-capacity", "2").scheduler.queue_capacity, 2u);
  EXPECT_FALSE(read("--stealing", "off").scheduler.steals);
  EXPECT_EQ(read("--steal-tries", "17").scheduler.steal_tries, 17u);
  EXPECT_EQ(read("--blocking-threads", "3").scheduler.blocking_threads, 3u);
  EXPECT_EQ(read("--shutdown-deadline", "0.25").scheduler.shutdown_deadline_ns, 250'000'000u);
}

TEST(SchedulerSettings, AreReadFromTheEnvironment) {
  EXPECT_EQ(read_variable("ASPEN_QUEUE_CAPACITY", "2").scheduler.queue_capacity, 2u);
  EXPECT_FALSE(read_variable("ASPEN_STEALING", "off").scheduler.steals);
  EXPECT_EQ(read_variable("ASPEN_STEAL_TRIES", "17").scheduler.steal_tries, 17u);
  EXPECT_EQ(read_variable("ASPEN_BLOCKING_THREADS", "3").scheduler.blocking_threads, 3u);
  EXPECT_EQ(read_variable("ASPEN_SHUTDOWN_DEADLINE", "0.25").scheduler.shutdown_deadline_ns, 250'000'000u);
  EXPECT_TRUE(read_variable("ASPEN_PRIORITIES", "on").priorities);
}

}  // namespace
}  // namespace aspen
