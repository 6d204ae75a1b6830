// The tests of sched/, with options of their own beside GoogleTest's:
// --schedules=N the number of schedules for each interleaving scenario
//   --seed=N           of the random ones among them
//   --replay=SCHEDULE  as printed by a scenario that failed: runs only that, step by step
#include <gtest/gtest.h>

#include <cstdio>
#include <string_view>

#include "tests/sched/interleave.h"

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  auto& wanted = aspen::sched::interleave::wanted();
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const auto value = [&](std::string_view option) { return argument.substr(option.size()); };
    if (argument.starts_with("--schedules=")) {
      wanted.schedules = std::stoull(value("--schedules="));
    } else if (argument.starts_with("--seed=")) {
      wanted.seed = std::stoull(value("--seed="));
    } else if (argument.starts_with("--replay=")) {
      wanted.replay = value("--replay=");
    } else {
      std::fprintf(stderr, "unknown option: %s\n", argument.c_str());
      return 2;
    }
  }
  const int result = RUN_ALL_TESTS();
  const auto schedules = aspen::sched::interleave::schedules_run();
  if (schedules != 0) std::printf("%llu schedules\n", static_cast<unsigned long long>(schedules));
  return result;
}
