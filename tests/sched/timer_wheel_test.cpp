#include "sched/timer_wheel.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <vector>

namespace aspen::sched {
namespace {

constexpr uint64_t kTick = uint64_t{1} << TimerWheel::kTickBits;
constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kYear = 365 * 24 * 3600 * kSecond;

struct Numbered : Timer {
  explicit Numbered(uint64_t deadline, int of_number = 0) : number(of_number) {
    deadline_ns = deadline;
    fire = [](Timer& timer) { ++static_cast<Numbered&>(timer).fired; };
  }
  int number;
  int fired = 0;
};

std::vector<int> numbers_of(TimerList& list) {
  std::vector<int> numbers;
  while (Timer* timer = list.pop()) numbers.push_back(static_cast<Numbered*>(timer)->number);
  return numbers;
}

std::vector<int> expire(TimerWheel& wheel, uint64_t now, size_t limit = SIZE_MAX) {
  TimerList due;
  wheel.expire(now, due, limit);
  return numbers_of(due);
}

using Numbers = std::vector<int>;

TEST(TimerWheel, IsEmptyAtFirst) {
  TimerWheel wheel(5 * kSecond);
  EXPECT_EQ(wheel.next_deadline(), kForever);
  EXPECT_EQ(expire(wheel, 6 * kSecond), Numbers());
}

TEST(TimerWheel, FiresAtTheNanosecondAndNotBefore) {
  TimerWheel wheel(0);
  for (uint64_t deadline : {kTick - 1, kTick, kTick + 1, 64 * kTick + 5, kSecond, 3600 * kSecond + 7}) {
    Numbered timer(deadline, 1);
    wheel.add(timer);
    EXPECT_EQ(wheel.next_deadline(), deadline);
    EXPECT_EQ(expire(wheel, deadline - 1), Numbers());
    EXPECT_EQ(wheel.next_deadline(), deadline);
    EXPECT_EQ(expire(wheel, deadline), Numbers{1});
    EXPECT_EQ(wheel.size(), 0u);
  }
}

TEST(TimerWheel, KeepsTheOrderOfDeadlinesThenOfAdding) {
  TimerWheel wheel(0);
  // One deadline reached from three levels, and other deadlines within its tick.
  Numbered from_afar(kSecond, 1), nearer(kSecond, 2), last(kSecond, 3), before(kSecond - 1, 0),
      after(kSecond + 1, 4);
  wheel.add(after);
  wheel.add(from_afar);
  EXPECT_EQ(expire(wheel, kSecond - 100 * kTick), Numbers());
  wheel.add(nearer);
  EXPECT_EQ(expire(wheel, kSecond - 2), Numbers());
  wheel.add(last);
  wheel.add(before);
  EXPECT_EQ(expire(wheel, kSecond + 1), (Numbers{0, 1, 2, 3, 4}));
}

TEST(TimerWheel, TakesPastDeadlinesInOrder) {
  TimerWheel wheel(100 * kSecond);
  Numbered one(50 * kSecond, 1), two(3 * kSecond, 2), three(0, 3), now(100 * kSecond, 4);
  for (Numbered* timer : {&one, &now, &two, &three}) wheel.add(*timer);
  EXPECT_EQ(wheel.next_deadline(), 0u);
  EXPECT_EQ(expire(wheel, 100 * kSecond), (Numbers{3, 2, 1, 4}));
}

TEST(TimerWheel, HoldsCenturies) {
  TimerWheel wheel(1);
  Numbered century(100 * kYear, 1), end(kForever, 3), five(500 * kYear, 2);
  for (Numbered* timer : {&century, &end, &five}) wheel.add(*timer);
  EXPECT_EQ(wheel.next_deadline(), 100 * kYear);
  EXPECT_EQ(expire(wheel, 100 * kYear - 1), Numbers());
  EXPECT_EQ(expire(wheel, 501 * kYear), (Numbers{1, 2}));
  EXPECT_TRUE(wheel.remove(end));
  wheel.add(end);
  EXPECT_EQ(expire(wheel, kForever), Numbers{3});
}

TEST(TimerWheel, SurvivesAClockThatJumpsOrStandsStill) {
  TimerWheel wheel(10 * kSecond);
  Numbered soon(11 * kSecond, 1), day(24 * 3600 * kSecond, 2);
  wheel.add(day);
  wheel.add(soon);
  EXPECT_EQ(expire(wheel, 3 * kSecond), Numbers());  // the clock goes back
  EXPECT_EQ(wheel.next_deadline(), 11 * kSecond);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(expire(wheel, 10 * kSecond), Numbers());
  EXPECT_EQ(expire(wheel, kYear), (Numbers{1, 2}));
  // Back by a year: a timer added by the old clock is due when that time has come again.
  Numbered later(12 * kSecond, 3);
  wheel.add(later);
  EXPECT_EQ(expire(wheel, 11 * kSecond), Numbers());
  EXPECT_EQ(expire(wheel, 12 * kSecond), Numbers{3});
}

TEST(TimerWheel, RemovesFromEverywhereAndOnce) {
  TimerWheel wheel(0);
  std::vector<std::unique_ptr<Numbered>> timers;
  for (unsigned bits = 0; bits < 64; ++bits)
    timers.push_back(std::make_unique<Numbered>(uint64_t{1} << bits, 1));
  for (auto& timer : timers) wheel.add(*timer);
  for (auto& timer : timers) {
    EXPECT_TRUE(wheel.remove(*timer));
    EXPECT_FALSE(wheel.remove(*timer));
  }
  EXPECT_EQ(wheel.next_deadline(), kForever);
  EXPECT_EQ(expire(wheel, kForever), Numbers());
}

TEST(TimerWheel, StopsAtTheLimit) {
  TimerWheel wheel(0);
  std::vector<std::unique_ptr<Numbered>> timers;
  for (int i = 0; i < 10; ++i) timers.push_back(std::make_unique<Numbered>(kSecond * (i / 2), i));
  for (auto& timer : timers) wheel.add(*timer);
  EXPECT_EQ(expire(wheel, 60 * kSecond, 3), (Numbers{0, 1, 2}));
  EXPECT_EQ(wheel.next_deadline(), kSecond);
  EXPECT_EQ(expire(wheel, 60 * kSecond), (Numbers{3, 4, 5, 6, 7, 8, 9}));
}

// Compares the wheel with std::multimap, which keeps the order of adding among equal keys.
class Comparison {
 public:
  Comparison(uint32_t seed, bool removes)
      : random_(seed), removes_(removes), now_(random_() % 2 == 0 ? 0 : random_() * kSecond), wheel_(now_) {}

  void step() {
    switch (random_() % 8) {
      case 0:
      case 1:
      case 2:
      case 3: return add();
      case 4: return remove();
      case 5: return advance(random_() % (4 * kTick));
      case 6: return advance(uint64_t{1} << random_() % 44);
      case 7:
        return advance(model_.empty() || model_.begin()->first < now_ ? 0 : model_.begin()->first - now_);
    }
  }

  void finish() {
    now_ = kForever;
    compare_expired();
    EXPECT_TRUE(model_.empty());
    EXPECT_EQ(wheel_.size(), 0u);
  }

 private:
  void add() {
    const uint64_t ahead = (random_() & 0xffff) << random_() % 40;
    const uint64_t deadline = random_() % 16 == 0  ? now_ / 2
                              : random_() % 4 == 0 ? now_ / kTick * kTick + kTick
                                                   : now_ + ahead;
    timers_.push_back(std::make_unique<Numbered>(deadline, static_cast<int>(timers_.size())));
    model_.emplace(deadline, timers_.back().get());
    wheel_.add(*timers_.back());
    compare_next();
  }

  void remove() {
    if (timers_.empty() || !removes_) return;
    Numbered& timer = *timers_[random_() % timers_.size()];
    auto [at, end] = model_.equal_range(timer.deadline_ns);
    while (at != end && at->second != &timer) ++at;
    EXPECT_EQ(wheel_.remove(timer), at != end);
    if (at == end) return;
    model_.erase(at);
    has_removed_ = true;
    compare_next();
  }

  void advance(uint64_t by) {
    now_ += by;
    if (random_() % 16 == 0) now_ -= now_ / 3;  // the clock goes back
    compare_expired();
  }

  void compare_expired() {
    Numbers expected;
    while (!model_.empty() && model_.begin()->first <= now_) {
      expected.push_back(model_.begin()->second->number);
      model_.erase(model_.begin());
    }
    ASSERT_EQ(expire(wheel_, now_), expected);
    ASSERT_TRUE(wheel_.next_deadline() > now_ || now_ == kForever) << "would spin";
    compare_next();
  }

  void compare_next() {
    const uint64_t exact = model_.empty() ? kForever : model_.begin()->first;
    ASSERT_LE(wheel_.next_deadline(), exact);
    ASSERT_TRUE(wheel_.next_deadline() == exact || has_removed_);
    ASSERT_EQ(wheel_.size(), model_.size());
  }

  std::mt19937_64 random_;
  const bool removes_;
  uint64_t now_;
  TimerWheel wheel_;
  std::multimap<uint64_t, Numbered*> model_;
  std::vector<std::unique_ptr<Numbered>> timers_;
  bool has_removed_ = false;
};

TEST(TimerWheel, DoesWhatAMultimapDoes) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Comparison comparison(seed, seed % 2 == 0);
    for (int i = 0; i < 1000 && !::testing::Test::HasFailure(); ++i) comparison.step();
    comparison.finish();
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(TimerWheel, AMillionTimersAreSortedQuickly) {
  TimerWheel wheel(0);
  std::mt19937_64 random(1);
  std::vector<Numbered> timers;
  timers.reserve(1'000'000);
  // A quarter of them fall within one tick: the list of that tick is sorted.
  for (int i = 0; i < 1'000'000; ++i) timers.emplace_back(i % 4 == 0 ? random() % kTick : random() % kSecond);
  for (Numbered& timer : timers) wheel.add(timer);
  TimerList due;
  EXPECT_EQ(wheel.expire(kSecond, due), timers.size());
  uint64_t last = 0;
  while (Timer* timer = due.pop()) {
    ASSERT_LE(last, timer->deadline_ns);
    last = timer->deadline_ns;
  }
}

}  // namespace
}  // namespace aspen::sched
