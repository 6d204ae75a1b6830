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
// Stores. A plain store may stay in its thread's buffer of two entries, invisible to others, until it drains.
// A read-modify-write drains the buffer of its thread first; so does a store with release order, which then
// may linger itself; relaxed stores overtake each other. So a missing release shows, and so does a look that
// should have been a read-modify-write. Loads are neither reordered nor old: a missing acquire does not show.
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
  release_is_relaxed,     // stores: in any order
};

// What an Atomic is made of. Used outside of virtual threads it is a plain variable.
class Cell {
 public:
  explicit Cell(uint64_t value) : value_(value) {}
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  uint64_t load() const;
  void store(uint64_t value, bool release);
  uint64_t exchange(uint64_t value);
  uint64_t fetch_or(uint64_t bits);
  uint64_t fetch_and(uint64_t bits);
  uint64_t fetch_add(uint64_t amount, uint64_t mask);
  bool compare_exchange(uint64_t& expected, uint64_t value);
  // Blocks while others see this value, as a futex does; with `may_end_early`, also comes back for no reason.
  void wait_while(uint64_t value, bool may_end_early = false);

 private:
  friend class Execution;
  template <class Next>
  uint64_t update(const char* what, Broken when, Next next);

  uint64_t value_;
};

template <class T>
class Atomic {
 public:
  Atomic() : cell_(0) {}
  Atomic(T value) : cell_(bits(value)) {}  // NOLINT: as std::atomic

  T load(std::memory_order) const { return value(cell_.load()); }
  void store(T of, std::memory_order order) { cell_.store(bits(of), order != std::memory_order_relaxed); }
  T exchange(T of, std::memory_order) { return value(cell_.exchange(bits(of))); }
  T fetch_or(T of, std::memory_order) { return value(cell_.fetch_or(bits(of))); }
  T fetch_and(T of, std::memory_order) { return value(cell_.fetch_and(bits(of))); }
  T fetch_add(T of, std::memory_order) { return value(cell_.fetch_add(bits(of), kMask)); }
  T fetch_sub(T of, std::memory_order) { return value(cell_.fetch_add(-bits(of), kMask)); }
  bool compare_exchange_strong(T& expected, T of, std::memory_order, std::memory_order) {
    uint64_t seen = bits(expected);
    const bool done = cell_.compare_exchange(seen, bits(of));
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
  // One that need not come to its end: a worker that sleeps.
  void sleeper(std::function<void()> body);
  // When all threads have ended, or wait.
  void at_end(std::function<void()> check) { end_ = std::move(check); }
  // In a thread or at the end. Does not return if the check fails in a thread.
  void check(bool holds, const char* what);

 private:
  friend class Cell;
  friend class Explorer;
  struct Fiber;
  // What may happen next: a thread goes on, or a store in its buffer drains.
  struct Option {
    uint32_t thread;
    int32_t entry;       // in the buffer; -1: the thread
    uint32_t cost;       // counts against the bound
    bool for_no_reason;  // the thread waits, and is not woken by anybody
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
  void offer_buffers(std::vector<Option>& options) const;
  Option choose(const std::vector<Option>& options);
  [[noreturn]] void come_to_rest();
  [[noreturn]] void leave();
  Fiber& self() { return *threads_[current_]; }
  bool goes_on(uint32_t thread) const;
  void rest_if_vain();
  void set(Cell& cell, uint64_t value);
  void drain(uint32_t thread, size_t entry);
  void drain_all();
  void fail(const std::string& what);
  void note(const char* what, const Cell& cell, uint64_t value);

  class Explorer& explorer_;
  const Broken broken_;
  std::vector<std::shared_ptr<void>> states_;
  std::vector<std::unique_ptr<Fiber>> threads_;
  std::function<void()> end_;
  uint32_t current_ = 0;
  uint32_t spent_ = 0;  // preemptions and delayed stores
  uint32_t steps_ = 0;
  uint64_t changes_ = 0;  // of any cell
  std::vector<Choice> choices_;
  std::vector<const Cell*> seen_cells_;  // numbered for the printed schedule
  std::string failure_;
};

using Scenario = std::function<void(Execution&)>;

struct Limits {
  uint32_t preemptions = 2;
  // Schedules; 0: what the command line says, or some thousands.
  uint64_t schedules = 0;
};

// Fails the test if a schedule breaks a check or leaves a thread waiting that should have ended.
void expect_holds(const char* name, const Scenario& scenario, Limits limits = {});
// Fails the test if no schedule does.
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
