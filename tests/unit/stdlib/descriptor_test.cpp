// Descriptors, and system calls that a signal interrupts.
#include "stdlib/system/descriptor.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "stdlib/system/uninterrupted.h"

namespace aspen {
namespace {

// A call that fails with each of `errors` in turn, then gives 7.
struct FailingCall {
  std::vector<int> errors;
  size_t calls = 0;

  int operator()() {
    if (calls++ >= errors.size()) return 7;
    errno = errors[calls - 1];
    return -1;
  }
};

TEST(Descriptor, MakesACallAgainThatIsInterrupted) {
  FailingCall call{{EINTR, EINTR}};
  EXPECT_EQ(uninterrupted(std::ref(call)), 7);
  EXPECT_EQ(call.calls, 3u);
}

TEST(Descriptor, TellsEveryOtherError) {
  FailingCall call{{EINTR, EIO, EINTR}};
  EXPECT_EQ(uninterrupted(std::ref(call)), -1);
  EXPECT_EQ(errno, EIO);
  EXPECT_EQ(call.calls, 2u);
}

TEST(Descriptor, MakesFilesWithNamesOfTheirOwn) {
  const std::string pattern = (std::filesystem::temp_directory_path() / "aspen-XXXXXX").string();
  std::string first = pattern, second = pattern;
  Descriptor one = make_file(first), other = make_file(second);
  ASSERT_TRUE(one && other);
  EXPECT_NE(first, second);
  EXPECT_EQ(first.size(), pattern.size());
  EXPECT_TRUE(write_all(one, "one") && one.close());
  EXPECT_EQ(std::filesystem::file_size(first), 3u);
  EXPECT_EQ(std::filesystem::status(first).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_TRUE(std::filesystem::remove(first) && std::filesystem::remove(second));
}

TEST(Descriptor, TellsWhyNoFileCanBeMade) {
  std::string nowhere = "/no such directory/aspen-XXXXXX";
  EXPECT_FALSE(make_file(nowhere));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace aspen
