// Runs the lock-free templates of sched/ one atomic operation at a time, under a scheduler of virtual threads
// that tries every interleaving with few preemptions, and random ones beyond.
//
//     expect_holds("ring: pop against steal", [](Execution& run) {
//       auto& state = run.make<State>();
//       run.thread([&] { ... });        // each access to an Atomic is a scheduling point
//       run.thread([&] { ... });
//       run.at_end([&] { run.check(state.taken == 2, "both items are taken"); });
//     });
//
// Memory. Each Atomic keeps all values that it had, in the order of the stores, and each thread has a view:
// of each Atomic, the oldest value that it may still see. A load may give any value from there on, and moves
// the view to what it gave. A release store leaves the storing thread's view with the value; an acquire load
// of that value, or of one that read-modify-writes made of it, takes the view over. A read-modify-write sees
// the last value. So what is missing shows: a release, an acquire, or a read-modify-write in place of a look
// that may be old. This is C++'s model without loads of values that are stored later, and with stores in the
// order of execution.
//
// A thread that loads the same value from the same atomic three times in a row spins, and one that makes 24
// steps while nothing changes: it goes on when something has changed. A failed check prints a line for
// --replay, which prints that schedule step by step.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace aspen::sched::interleave {

// Mistakes that the atomics themselves can be made to contain, to see a scenario fail.
enum class Broken : uint8_t {
  nothing,
  compare_in_two_steps,   // compare-exchange: a load, and later the store
  exchange_in_two_steps,  // exchange and the bit operations: likewise
  add_in_two_steps,       // additions: likewise
  look_is_load,           // adding 0: a plain load
  release_is_relaxed,     // stores and read-modify-writes: leave no view
  acquire_is_relaxed,     // loads and read-modify-writes: take no view over
  fence_is_nothing,       // fence_others: no effect
};

// The value of an Atomic and its history. Outside of virtual threads it is a plain variable.
class Cell {
 public:
  explicit Cell(uint64_t value) : value_(value) {}
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  uint64_t load(std::memory_order order) const;
  void store(uint64_t value, std::memory_order order);
  uint64_t exchange(uint64_t value, std::memory_order order);
  uint64_t fetch_or(uint64_t bits, std::memory_order order);
  uint64_t fetch_and(uint64_t bits, std::memory_order order);
  uint64_t fetch_add(uint64_t amount, uint64_t mask, std::memory_order order);
  bool compare_exchange(uint64_t& expected, uint64_t value, std::memory_order success,
                        std::memory_order failure);
  // Blocks while the last value is this one, as a loop around a futex does that loads the word with acquire;
  // with `may_end_early`, also comes back for no reason.
  void wait_while(uint64_t value, bool may_end_early = false);

 private:
  friend class Execution;
  // For each Atomic, by its number, the index of a value in its history.
  using View = std::vector<uint32_t>;
  struct Written {
    uint64_t value;
    View view;  // for an acquire load of it
  };
  template <class Next>
  uint64_t update(const char* what, Broken when, std::memory_order success, std::memory_order failure,
                  Next next);
  uint32_t number() const;

  uint64_t value_;  // the last one
  mutable uint32_t number_ = UINT32_MAX;
  mutable std::vector<Written> written_;
};

template <class T>
class Atomic {
 public:
  Atomic() : cell_(0) {}
  Atomic(T value) : cell_(bits(value)) {}  // NOLINT: as std::atomic

  T load(std::memory_order order) const { return value(cell_.load(order)); }
  void store(T of, std::memory_order order) { cell_.store(bits(of), order); }
  T exchange(T of, std::memory_order order) { return value(cell_.exchange(bits(of), order)); }
  T fetch_or(T of, std::memory_order order) { return value(cell_.fetch_or(bits(of), order)); }
  T fetch_and(T of, std::memory_order order) { return value(cell_.fetch_and(bits(of), order)); }
  T fetch_add(T of, std::memory_order order) { return value(cell_.fetch_add(bits(of), kMask, order)); }
  T fetch_sub(T of, std::memory_order order) { return value(cell_.fetch_add(-bits(of), kMask, order)); }
  bool compare_exchange_strong(T& expected, T of, std::memory_order success, std::memory_order failure) {
    uint64_t seen = bits(expected);
    const bool done = cell_.compare_exchange(seen, bits(of), success, failure);
    expected = value(seen);
    return done;
  }
  bool compare_exchange_weak(T& expected, T of, std::memory_order success, std::memory_order failure) {
    return compare_exchange_strong(expected, of, success, failure);
  }
  void wait_while(T of, bool may_end_early = false) { cell_.wait_while(bits(of), may_end_early); }

 private:
  static constexpr uint64_t kMask = sizeof(T) == 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * (sizeof(T) % 8)) - 1;

  static uint64_t bits(T of) {
    uint64_t word = 0;
    std::memcpy(&word, &of, sizeof of);
    return word;
  }
  static T value(uint64_t word) {
    T of;
    std::memcpy(&of, &word, sizeof of);
    return of;
  }

  Cell cell_;
};

// The policy for the templates.
struct VirtualAtomics {
  template <class T>
  using Atomic = interleave::Atomic<T>;
  // False while a scenario is set up: objects made then do not use fence_others.
  static inline bool fences = true;
  static bool can_fence_others() { return fences; }
  static void fence_others();
};

// One run of a scenario under one schedule.
class Execution {
 public:
  // What the threads share; lives until the run is over.
  template <class State, class... Arguments>
  State& make(Arguments&&... arguments) {
    auto state = std::make_shared<State>(std::forward<Arguments>(arguments)...);
    State& of = *state;
    states_.push_back(std::move(state));
    return of;
  }
  void thread(std::function<void()> body);
  // A thread that need not end: a worker that sleeps.
  void sleeper(std::function<void()> body);
  // Runs when all threads have ended, or wait.
  void at_end(std::function<void()> check) { end_ = std::move(check); }
  // In a thread or at the end. Does not return if the check fails in a thread.
  void check(bool holds, const char* what);

 private:
  friend class Cell;
  friend class Explorer;
  friend struct VirtualAtomics;
  struct Fiber;
  // One possible next step: a thread that goes on, or a value that a load returns.
  struct Option {
    uint32_t taken;      // the thread, or the index of the value
    uint32_t cost;       // counts against the bound
    bool for_no_reason;  // the thread waits, and no other thread wakes it
  };
  struct Choice {
    uint8_t taken, options;
  };

  Execution(class Explorer& explorer, Broken broken);
  ~Execution();
  void run();
  static void enter(uint32_t thread);
  void point();
  void offer_threads(std::vector<Option>& options) const;
  Option choose(const std::vector<Option>& options);
  [[noreturn]] void come_to_rest();
  [[noreturn]] void leave();
  Fiber& self() { return *threads_[current_]; }
  bool goes_on(uint32_t thread) const;
  void rest_if_vain();
  uint32_t place_to_read(const Cell& cell);
  void take_over(const Cell::View& view, std::memory_order order);
  void write(Cell& cell, uint64_t value, std::memory_order order, const Cell::View* before);
  bool catch_up();
  void fail(const std::string& what);
  void note(const char* what, const Cell& cell, uint64_t value);

  class Explorer& explorer_;
  const Broken broken_;
  std::vector<std::shared_ptr<void>> states_;
  std::vector<std::unique_ptr<Fiber>> threads_;
  std::function<void()> end_;
  uint32_t current_ = 0;
  uint32_t spent_ = 0;  // preemptions and loads of old values
  uint32_t steps_ = 0;
  uint64_t changes_ = 0;  // of any cell
  std::vector<Choice> choices_;
  std::vector<const Cell*> cells_;  // by number
  std::string failure_;
};

using Scenario = std::function<void(Execution&)>;

struct Limits {
  uint32_t preemptions = 2;
  // Schedules; 0: the number on the command line, or some thousands.
  uint64_t schedules = 0;
};

// Fails the test if a schedule breaks a check or leaves a thread waiting that should have ended.
void expect_holds(const char* name, const Scenario& scenario, Limits limits = {});
// Fails the test if no schedule does so.
void expect_caught(const char* name, const Scenario& scenario, Broken broken = Broken::nothing,
                   Limits limits = {});

// From the command line (main.cpp).
struct Wanted {
  uint64_t schedules = 0;  // of each scenario; 0: some thousands
  uint64_t seed = 1;       // of the random ones
  std::string replay;      // as printed by a failure
};
Wanted& wanted();
// Schedules run so far, by all scenarios.
uint64_t schedules_run();

}  // namespace aspen::sched::interleave
