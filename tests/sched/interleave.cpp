#include "tests/sched/interleave.h"

#include <gtest/gtest.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <random>

namespace aspen::sched::interleave {

namespace {

constexpr size_t kStackBytes = 128 * 1024;
constexpr uint32_t kMostSteps = 10'000;  // then the threads run in circles
constexpr uint32_t kVainSteps = 24;
constexpr uint32_t kSpins = 3;        // equal loads in a row
constexpr size_t kBufferEntries = 2;  // stores that one thread may have on their way
constexpr uint64_t kUsualSchedules = 3'000;
constexpr uint32_t kUnbounded = 200;  // preemptions in random schedules

thread_local Execution* active = nullptr;  // while its virtual threads run

std::vector<std::unique_ptr<char[]>>& free_stacks() {
  static std::vector<std::unique_ptr<char[]>> stacks;
  return stacks;
}

uint64_t total_schedules = 0;

// The thread sanitizer would have to be told of each switch, to find nothing: all is one thread.
#if defined(__SANITIZE_THREAD__)
constexpr bool kUnderThreadSanitizer = true;
#elif defined(__has_feature)
constexpr bool kUnderThreadSanitizer = __has_feature(thread_sanitizer);
#else
constexpr bool kUnderThreadSanitizer = false;
#endif

}  // namespace

Wanted& wanted() {
  static Wanted of;
  return of;
}

uint64_t schedules_run() { return total_schedules; }

struct Execution::Fiber {
  std::function<void()> body;
  bool may_wait = false, ended = false;
  // The fiber waits for this cell to have another value; `may_end_early`: or goes on for no reason.
  const Cell* waits_for = nullptr;
  uint64_t waits_while = 0;
  bool may_end_early = false;
  // Waits for any cell to change since so many changes.
  uint64_t waits_for_changes = UINT64_MAX;
  // Steps since then in which nothing changed.
  uint64_t vain_since = 0;
  uint32_t vain_steps = 0;
  // The last load, to find out that it spins.
  const Cell* loaded = nullptr;
  uint64_t loaded_value = 0;
  uint32_t same_loads = 0;

  struct Entry {
    Cell* cell;
    uint64_t value;
  };
  std::vector<Entry> buffer;  // oldest first

  bool spins(const Cell& cell, uint64_t value) {
    same_loads = loaded == &cell && loaded_value == value ? same_loads + 1 : 1;
    loaded = &cell;
    loaded_value = value;
    if (same_loads < kSpins) return false;
    loaded = nullptr;
    return true;
  }

  std::unique_ptr<char[]> stack;
  ucontext_t context;
};

// Chooses at each scheduling point: depth first through all schedules within a bound, or at random.
class Explorer {
 public:
  Explorer(const char* name, const Scenario& scenario, Broken broken, Limits limits)
      : name_(name), scenario_(scenario), broken_(broken), limits_(limits) {
    if (limits_.schedules == 0) limits_.schedules = wanted().schedules;
    if (limits_.schedules == 0) limits_.schedules = kUsualSchedules;
  }

  // False: a schedule failed, and `report` tells which.
  bool explore(std::string& report) {
    bound_ = limits_.preemptions;
    bool more = true;
    // A part of the schedules is random, if not all within the bound can be tried.
    const uint64_t in_order = limits_.schedules - limits_.schedules / 4;
    for (; more && count_ < in_order; ++count_) {
      if (!run_once(report)) return false;
      more = advance();
    }
    bound_ = kUnbounded;
    random_ = true;
    for (uint64_t seed = wanted().seed; count_ < limits_.schedules; ++count_, ++seed) {
      engine_.seed(seed);
      prefix_.clear();
      if (!run_once(report)) return false;
    }
    return true;
  }

  bool replay(const std::string& schedule, std::string& report) {
    tracing_ = true;
    const size_t colon = schedule.find(':');
    bound_ = static_cast<uint32_t>(std::stoul(schedule));
    for (const char digit : schedule.substr(colon + 1)) prefix_.push_back(static_cast<uint8_t>(digit - 'A'));
    return run_once(report);
  }

  uint32_t bound() const { return bound_; }
  bool tracing() const { return tracing_; }

  uint32_t choose(size_t position, uint32_t options) {
    if (position < prefix_.size()) return std::min<uint32_t>(prefix_[position], options - 1);
    if (!random_ || engine_() % 8 < 5) return 0;
    return static_cast<uint32_t>(engine_() % options);
  }

 private:
  bool run_once(std::string& report) {
    ++total_schedules;
    Execution execution(*this, broken_);
    scenario_(execution);
    execution.run();
    taken_ = execution.choices_;
    if (execution.failure_.empty()) return true;
    report = execution.failure_ + "\n  schedule " + std::to_string(count_ + 1) + "; --replay='" + name_ +
             "=" + std::to_string(bound_) + ":";
    for (const Execution::Choice& choice : taken_) report += static_cast<char>('A' + choice.taken);
    report += "'";
    return false;
  }

  // The next schedule depth first: the last choice that has an alternative left takes it.
  bool advance() {
    while (!taken_.empty() && taken_.back().taken + 1 >= taken_.back().options) taken_.pop_back();
    prefix_.clear();
    if (taken_.empty()) return false;
    ++taken_.back().taken;
    for (const Execution::Choice& choice : taken_) prefix_.push_back(choice.taken);
    return true;
  }

  const char* name_;
  const Scenario& scenario_;
  const Broken broken_;
  Limits limits_;
  uint32_t bound_ = 0;
  bool random_ = false, tracing_ = false;
  uint64_t count_ = 0;
  std::mt19937_64 engine_;
  std::vector<uint8_t> prefix_;
  std::vector<Execution::Choice> taken_;
};

// --- Execution ---

namespace {

ucontext_t main_context;

}  // namespace

Execution::Execution(Explorer& explorer, Broken broken) : explorer_(explorer), broken_(broken) {}

Execution::~Execution() {
  for (auto& fiber : threads_) free_stacks().push_back(std::move(fiber->stack));
}

void Execution::thread(std::function<void()> body) {
  auto fiber = std::make_unique<Fiber>();
  fiber->body = std::move(body);
  if (free_stacks().empty()) free_stacks().push_back(std::make_unique<char[]>(kStackBytes));
  fiber->stack = std::move(free_stacks().back());
  free_stacks().pop_back();
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = fiber->stack.get();
  fiber->context.uc_stack.ss_size = kStackBytes;
  fiber->context.uc_link = nullptr;
  makecontext(&fiber->context, reinterpret_cast<void (*)()>(&Execution::enter), 1,
              static_cast<uint32_t>(threads_.size()));
  threads_.push_back(std::move(fiber));
}

void Execution::sleeper(std::function<void()> body) {
  thread(std::move(body));
  threads_.back()->may_wait = true;
}

// The first instructions of a virtual thread.
void Execution::enter(uint32_t thread) {
  active->threads_[thread]->body();
  active->threads_[thread]->ended = true;
  active->point();
}

void Execution::run() {
  std::vector<Option> options;
  for (uint32_t i = 0; i < threads_.size(); ++i) options.push_back({i, -1, 0, false});
  current_ = choose(options).thread;
  active = this;
  swapcontext(&main_context, &self().context);
  active = nullptr;
  if (failure_.empty() && end_) end_();
}

// Back to run, for good.
void Execution::leave() {
  setcontext(&main_context);
  std::abort();
}

void Execution::come_to_rest() {
  for (uint32_t i = 0; i < threads_.size(); ++i) {
    if (!threads_[i]->ended && !threads_[i]->may_wait)
      fail("thread " + std::to_string(i) + " waits for ever");
  }
  leave();
}

bool Execution::goes_on(uint32_t thread) const {
  const Fiber& fiber = *threads_[thread];
  if (fiber.ended || fiber.waits_for_changes == changes_) return false;
  return (!fiber.waits_for || fiber.waits_for->value_ != fiber.waits_while);
}

// Before each operation, and when a thread cannot go on: who does, or whose store drains.
void Execution::point() {
  if (++steps_ > kMostSteps) fail("the threads run in circles");
  for (;;) {
    std::vector<Option> options;
    offer_threads(options);
    offer_buffers(options);
    // Nobody relies on being woken for no reason.
    if (std::all_of(options.begin(), options.end(), [](const Option& of) { return of.for_no_reason; }))
      come_to_rest();
    const Option chosen = choose(options);
    if (chosen.entry >= 0) {
      drain(chosen.thread, static_cast<size_t>(chosen.entry));
      continue;
    }
    threads_[chosen.thread]->waits_for = nullptr;
    threads_[chosen.thread]->waits_for_changes = UINT64_MAX;
    if (chosen.thread == current_) return;
    Fiber& from = self();
    current_ = chosen.thread;
    swapcontext(&from.context, &self().context);
    return;
  }
}

// The present thread first, so that the first schedule tried has no preemption.
void Execution::offer_threads(std::vector<Option>& options) const {
  const bool preempts = goes_on(current_);
  if (preempts) options.push_back({current_, -1, 0, false});
  for (uint32_t i = 0; i < threads_.size(); ++i) {
    if (i == current_ && preempts) continue;
    if (goes_on(i))
      options.push_back({i, -1, preempts, false});
    else if (!threads_[i]->ended && threads_[i]->may_end_early)
      options.push_back({i, -1, 1, true});
  }
}

void Execution::offer_buffers(std::vector<Option>& options) const {
  for (uint32_t i = 0; i < threads_.size(); ++i) {
    const auto& buffer = threads_[i]->buffer;
    for (size_t entry = 0; entry < buffer.size(); ++entry) {
      const auto same = [&](const Fiber::Entry& older) { return older.cell == buffer[entry].cell; };
      if (std::none_of(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(entry), same))
        options.push_back({i, static_cast<int32_t>(entry), 0, false});
    }
  }
}

Execution::Option Execution::choose(const std::vector<Option>& options) {
  std::vector<Option> allowed;
  for (const Option& option : options)
    if (spent_ + option.cost <= explorer_.bound()) allowed.push_back(option);
  if (allowed.empty()) come_to_rest();
  const uint32_t taken = explorer_.choose(choices_.size(), static_cast<uint32_t>(allowed.size()));
  if (allowed.size() > 1)
    choices_.push_back({static_cast<uint8_t>(taken), static_cast<uint8_t>(allowed.size())});
  spent_ += allowed[taken].cost;
  return allowed[taken];
}

void Execution::drain(uint32_t thread, size_t entry) {
  auto& buffer = threads_[thread]->buffer;
  const Fiber::Entry stored = buffer[entry];
  buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(entry));
  set(*stored.cell, stored.value);
  note("is drained", *stored.cell, stored.value);
}

void Execution::set(Cell& cell, uint64_t value) {
  if (cell.value_ != value) ++changes_;
  cell.value_ = value;
}

// After a step: a thread that runs in a circle waits for the others.
void Execution::rest_if_vain() {
  Fiber& fiber = self();
  fiber.vain_steps = fiber.vain_since == changes_ ? fiber.vain_steps + 1 : 1;
  fiber.vain_since = changes_;
  if (fiber.vain_steps < kVainSteps) return;
  fiber.vain_steps = 0;
  fiber.waits_for_changes = changes_;
  point();
}

void Execution::drain_all() {
  while (!self().buffer.empty()) drain(current_, 0);
}

void Execution::check(bool holds, const char* what) {
  if (!holds) fail(what);
}

void Execution::fail(const std::string& what) {
  if (failure_.empty()) failure_ = what;
  if (active) leave();
}

void Execution::note(const char* what, const Cell& cell, uint64_t value) {
  if (!explorer_.tracing()) return;
  auto at = std::find(seen_cells_.begin(), seen_cells_.end(), &cell);
  if (at == seen_cells_.end()) at = seen_cells_.insert(at, &cell);
  std::printf("  thread %u: atomic %td %s %#llx\n", current_, at - seen_cells_.begin(), what,
              static_cast<unsigned long long>(value));
}

// --- Cell ---

uint64_t Cell::load() const {
  if (!active) return value_;
  active->point();
  Execution::Fiber& fiber = active->self();
  const auto own = std::find_if(fiber.buffer.rbegin(), fiber.buffer.rend(),
                                [this](const auto& entry) { return entry.cell == this; });
  if (own != fiber.buffer.rend()) return own->value;
  for (;;) {
    if (!fiber.spins(*this, value_)) break;
    fiber.waits_for = this;
    fiber.waits_while = value_;
    active->point();
  }
  const uint64_t value = value_;
  active->note("is", *this, value);
  active->rest_if_vain();
  return value;
}

void Cell::store(uint64_t value, bool release) {
  if (!active) {
    value_ = value;
    return;
  }
  active->point();
  Execution::Fiber& fiber = active->self();
  fiber.loaded = nullptr;
  if (release && active->broken_ != Broken::release_is_relaxed) active->drain_all();
  if (fiber.buffer.size() == kBufferEntries) active->drain(active->current_, 0);
  const bool later = active->choose({{0, 0, 0, false}, {0, 1, 1, false}}).entry == 1;
  active->note(later ? "is sent" : "becomes", *this, value);
  if (later) {
    fiber.buffer.push_back({this, value});
    return;
  }
  std::erase_if(fiber.buffer, [this](const auto& entry) { return entry.cell == this; });
  active->set(*this, value);
}

// A read-modify-write, in one step or, if it is to be broken, in two.
template <class Next>
uint64_t Cell::update(const char* what, Broken when, Next next) {
  if (!active) return std::exchange(value_, next(value_));
  active->point();
  active->self().loaded = nullptr;
  active->drain_all();
  const uint64_t before = value_;
  if (active->broken_ == when) active->point();
  active->set(*this, next(before));
  active->note(what, *this, value_);
  active->rest_if_vain();
  return before;
}

uint64_t Cell::exchange(uint64_t value) {
  return update("is exchanged for", Broken::exchange_in_two_steps, [=](uint64_t) { return value; });
}
uint64_t Cell::fetch_or(uint64_t bits) {
  return update("is or-ed to", Broken::exchange_in_two_steps, [=](uint64_t seen) { return seen | bits; });
}
uint64_t Cell::fetch_and(uint64_t bits) {
  return update("is and-ed to", Broken::exchange_in_two_steps, [=](uint64_t seen) { return seen & bits; });
}
uint64_t Cell::fetch_add(uint64_t amount, uint64_t mask) {
  if (amount == 0 && active && active->broken_ == Broken::look_is_load) return load();
  return update("is added up to", Broken::add_in_two_steps,
                [=](uint64_t seen) { return (seen + amount) & mask; });
}

bool Cell::compare_exchange(uint64_t& expected, uint64_t value) {
  const uint64_t wanted_value = expected;
  expected = update("is compared and becomes", Broken::compare_in_two_steps,
                    [=](uint64_t seen) { return seen == wanted_value ? value : seen; });
  return expected == wanted_value;
}

void Cell::wait_while(uint64_t value, bool may_end_early) {
  active->point();
  active->drain_all();
  if (value_ != value) return;
  Execution::Fiber& fiber = active->self();
  fiber.loaded = nullptr;
  fiber.waits_for = this;
  fiber.waits_while = value;
  fiber.may_end_early = may_end_early;
  active->point();
  fiber.may_end_early = false;
}

// --- Tests ---

void expect_holds(const char* name, const Scenario& scenario, Limits limits) {
  if (kUnderThreadSanitizer) GTEST_SKIP();
  std::string report;
  const std::string& replay = wanted().replay;
  const std::string prefix = std::string(name) + "=";
  if (replay.starts_with(prefix)) {
    const bool held =
        Explorer(name, scenario, Broken::nothing, limits).replay(replay.substr(prefix.size()), report);
    EXPECT_TRUE(held) << name << ": " << report;
    return;
  }
  if (!replay.empty()) return;
  EXPECT_TRUE(Explorer(name, scenario, Broken::nothing, limits).explore(report)) << name << ": " << report;
}

void expect_caught(const char* name, const Scenario& scenario, Broken broken, Limits limits) {
  if (kUnderThreadSanitizer || !wanted().replay.empty()) return;
  std::string report;
  EXPECT_FALSE(Explorer(name, scenario, broken, limits).explore(report))
      << name << " holds though it is broken";
}

}  // namespace aspen::sched::interleave
