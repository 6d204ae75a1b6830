#include "stdlib/system/stream.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <latch>
#include <string>
#include <thread>
#include <utility>

#include "sched/platform.h"
#include "stdlib/system/open_file.h"

namespace aspen {
namespace {

class NoStream final : public Stream {
 public:
  bool is_endless() const override { return true; }
  int descriptor() const override { return -1; }
  Progress fill(const Portion&, size_t) override { return {Progress::done}; }
};

// Until the thread with that number waits in a system call.
void wait_until_asleep(pid_t thread) {
  char state = 'R';
  while (state != 'S') {
    std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string number, name;
    stat >> number >> name >> state;
    std::this_thread::yield();
  }
}

// A thread that is slow to begin must not take what the next reader is meant to have.
TEST(Stream, WorkThatWasGivenUpMakesNoStepAfterwards) {
  NoStream stream;
  StreamWait wait;
  std::latch is_held(1), is_over(1);
  std::atomic<pid_t> number{0};
  std::atomic<bool> has_stepped{false};
  std::atomic<int64_t> result{0};
  std::thread holder([&] {
    stream.attempt([&] {
      is_held.count_down();
      is_over.wait();
      return Progress{Progress::done};
    });
  });
  is_held.wait();
  std::thread worker([&] {
    number = ::gettid();
    const auto step = [&] {
      has_stepped = true;
      return Progress{Progress::done};
    };
    result = stream.work(step, wait);
  });
  while (number == 0) std::this_thread::yield();
  wait_until_asleep(number);  // for the lock of the stream
  wait.give_up();
  is_over.count_down();
  worker.join();
  holder.join();
  EXPECT_FALSE(has_stepped);
  EXPECT_EQ(result, -ECANCELED);
}

TEST(Stream, SettlesWhenAStepIsOver) {
  NoStream stream;
  std::latch is_held(1);
  std::atomic<bool> is_over{false};
  std::thread holder([&] {
    stream.attempt([&] {
      is_held.count_down();
      for (int i = 0; i < 10'000; ++i) sched::spin_pause();
      is_over = true;
      return Progress{Progress::done};
    });
  });
  is_held.wait();
  stream.settle();
  EXPECT_TRUE(is_over);
  holder.join();
}

// A worker may be what makes the step, and no limit stops a system call.
TEST(OpenFile, WritesALongTextInManySteps) {
  constexpr size_t kBytes = size_t{16} << 20, kMostAtOnce = size_t{1} << 20;
  const int number = ::open(::testing::TempDir().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_GE(number, 0);
  const auto file = OpenFile::open("a", Descriptor(number), O_RDWR);
  const std::string text(kBytes, 'a');
  const auto size = [&] {
    struct stat found = {};
    ::fstat(number, &found);
    return static_cast<size_t>(found.st_size);
  };
  bool is_first = true;
  const auto step = [&] { return file->put(std::exchange(is_first, false) ? text : std::string()); };
  EXPECT_FALSE(file->attempt(step).has_value());
  EXPECT_GT(size(), 0u);
  EXPECT_LE(size(), 4 * kMostAtOnce);
  StreamWait wait;
  EXPECT_EQ(file->work(step, wait), 0);
  EXPECT_EQ(file->work([&] { return file->flush(); }, wait), 0);
  EXPECT_EQ(size(), kBytes);
}

}  // namespace
}  // namespace aspen
