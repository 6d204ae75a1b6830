// The compiler might place this frame in its caller's, as it is awaited at once. It still has its block
// before it.
#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

Co<char> letter(int number) {
  const char result = static_cast<char>(number);
  if (number % 2 != 0) co_await yield();
  co_return result;
}

Co<int> sum_of_letters() {
  int sum = 0;
  for (int i = 0; i < 1000; ++i) sum += co_await letter(i % 100);
  co_return sum;
}

TEST(Frame, AwaitedInALoop) {
  const auto scheduler = start(1);
  EXPECT_EQ(spawn(*scheduler, sum_of_letters()).wait().value(), 49500);
}

}  // namespace
}  // namespace aspen::sched
