// The example in sched/README.md prints what it says there.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>

namespace {

TEST(SchedReadme, ExamplePrintsFibonacciNumbers) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(README_EXAMPLE, "r"), pclose);
  ASSERT_TRUE(output);
  char text[256];
  const size_t length = fread(text, 1, sizeof text, output.get());
  EXPECT_EQ(std::string(text, length), "6765\n10946\n17711\n");
}

}  // namespace
