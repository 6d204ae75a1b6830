#include "tests/sched/interleave.h"

#include <gtest/gtest.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <random>

namespace aspen::sched::interleave {

namespace {

constexpr size_t kStackBytes = 128 * 1024;
constexpr uint32_t kMostSteps = 10'000;  // after so many, the threads count as running in circles
constexpr uint32_t kVainSteps = 24;
constexpr uint32_t kSpins = 3;  // equal loads in a row after which a thread counts as spinning
constexpr uint64_t kUsualSchedules = 3'000;
constexpr uint32_t kUnbounded = 200;  // preemptions and old values in random schedules

bool acquires(std::memory_order order) {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

uint32_t& at(std::vector<uint32_t>& view, uint32_t number) {
  if (view.size() <= number) view.resize(number + 1, 0);
  return view[number];
}

// Sets each entry to the later one of both views.
void join(std::vector<uint32_t>& view, const std::vector<uint32_t>& other) {
  for (uint32_t i = 0; i < other.size(); ++i) at(view, i) = std::max(at(view, i), other[i]);
}

thread_local Execution* active = nullptr;  // while its virtual threads run

std::vector<std::unique_ptr<char[]>>& free_stacks() {
  static std::vector<std::unique_ptr<char[]>> stacks;
  return stacks;
}

uint64_t total_schedules = 0;

// Without this, the thread sanitizer would need a note of each switch, and find nothing: it is one thread.
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
  // The fiber waits for this cell to have another value; with `may_end_early` it may also go on before.
  const Cell* waits_for = nullptr;
  uint64_t waits_while = 0;
  bool may_end_early = false;
  // Waits until a cell has changed since this number of changes.
  uint64_t waits_for_changes = UINT64_MAX;
  // Steps since the last change.
  uint64_t vain_since = 0;
  uint32_t vain_steps = 0;
  // The last load, to detect that the thread spins.
  const Cell* loaded = nullptr;
  uint64_t loaded_value = 0;
  uint32_t same_loads = 0;

  Cell::View view;
  // For each cell, the old value that it has paid for, plus 1: it may see that value as long as it likes.
  Cell::View lag;

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

  // False: a schedule failed, and `report` has it.
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

  // Makes the next schedule depth first: the last choice with an alternative left takes that.
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
  for (uint32_t i = 0; i < threads_.size(); ++i) options.push_back({i, 0, false});
  current_ = choose(options).taken;
  active = this;
  swapcontext(&main_context, &self().context);
  active = nullptr;
  if (failure_.empty() && end_) end_();
}

// Switches back to `run`, for good.
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

// Called before each operation, and when a thread cannot go on: chooses the thread that goes on.
void Execution::point() {
  if (++steps_ > kMostSteps) fail("the threads run in circles");
  std::vector<Option> options;
  offer_threads(options);
  // No thread may rely on being woken for no reason.
  if (std::all_of(options.begin(), options.end(), [](const Option& of) { return of.for_no_reason; }))
    come_to_rest();
  const uint32_t chosen = choose(options).taken;
  threads_[chosen]->waits_for = nullptr;
  threads_[chosen]->waits_for_changes = UINT64_MAX;
  if (chosen == current_) return;
  Fiber& from = self();
  current_ = chosen;
  swapcontext(&from.context, &self().context);
}

// The present thread first, so that the first schedule tried has no preemption.
void Execution::offer_threads(std::vector<Option>& options) const {
  const bool preempts = goes_on(current_);
  if (preempts) options.push_back({current_, 0, false});
  for (uint32_t i = 0; i < threads_.size(); ++i) {
    if (i == current_ && preempts) continue;
    if (goes_on(i))
      options.push_back({i, preempts, false});
    else if (!threads_[i]->ended && threads_[i]->may_end_early)
      options.push_back({i, 1, true});
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

// Chooses the value of a cell that the present thread loads: the last one, or, at a cost, an older one that
// its view allows.
uint32_t Execution::place_to_read(const Cell& cell) {
  const uint32_t number = cell.number(), last = static_cast<uint32_t>(cell.written_.size()) - 1;
  Fiber& fiber = self();
  const uint32_t oldest = at(fiber.view, number), paid_for = at(fiber.lag, number);
  std::vector<Option> options;
  for (uint32_t place = last + 1; place-- > oldest;)
    options.push_back({place, place != last && place + 1 != paid_for, false});
  const uint32_t place = choose(options).taken;
  at(fiber.lag, number) = place == last ? 0 : place + 1;
  return place;
}

void Execution::take_over(const Cell::View& view, std::memory_order order) {
  if (acquires(order) && broken_ != Broken::acquire_is_relaxed) join(self().view, view);
}

// `before` belongs to the value that a read-modify-write saw. A thread that loads the new value with acquire
// also acquires what was released with the old one.
void Execution::write(Cell& cell, uint64_t value, std::memory_order order, const Cell::View* before) {
  const uint32_t number = cell.number();
  at(self().view, number) = static_cast<uint32_t>(cell.written_.size());
  Cell::View left = before ? *before : Cell::View();
  if (releases(order) && broken_ != Broken::release_is_relaxed) join(left, self().view);
  cell.written_.push_back({value, std::move(left)});
  if (cell.value_ != value) ++changes_;
  cell.value_ = value;
}

// Sees the last values from now on, as every thread does at some time. False if it did already.
bool Execution::catch_up() {
  bool has_changed = false;
  for (uint32_t number = 0; number < cells_.size(); ++number) {
    const uint32_t last = static_cast<uint32_t>(cells_[number]->written_.size()) - 1;
    has_changed |= std::exchange(at(self().view, number), last) != last;
  }
  return has_changed;
}

// After a step: a thread that runs in a circle waits for the others.
void Execution::rest_if_vain() {
  Fiber& fiber = self();
  fiber.vain_steps = fiber.vain_since == changes_ ? fiber.vain_steps + 1 : 1;
  fiber.vain_since = changes_;
  if (fiber.vain_steps < kVainSteps) return;
  fiber.vain_steps = 0;
  if (catch_up()) return;
  fiber.waits_for_changes = changes_;
  point();
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
  std::printf("  thread %u: atomic %u %s %#llx\n", current_, cell.number(), what,
              static_cast<unsigned long long>(value));
}

// --- Cell ---

// In the order in which the threads come to them.
uint32_t Cell::number() const {
  if (number_ == UINT32_MAX) {
    number_ = static_cast<uint32_t>(active->cells_.size());
    active->cells_.push_back(this);
    written_.push_back({value_, {}});
  }
  return number_;
}

uint64_t Cell::load(std::memory_order order) const {
  if (!active) return value_;
  active->point();
  Execution::Fiber& fiber = active->self();
  uint32_t place = active->place_to_read(*this);
  while (fiber.spins(*this, written_[place].value)) {
    // A thread that spins sees the last value at some time.
    const bool is_last = written_[place].value == value_;
    if (is_last) {
      fiber.waits_for = this;
      fiber.waits_while = value_;
      active->point();
    }
    place = static_cast<uint32_t>(written_.size()) - 1;
    if (!is_last) break;
  }
  const Written seen = written_[place];
  at(fiber.view, number()) = place;
  active->take_over(seen.view, order);
  active->note(place + 1 == written_.size() ? "is" : "was", *this, seen.value);
  active->rest_if_vain();
  return seen.value;
}

void Cell::store(uint64_t value, std::memory_order order) {
  if (!active) {
    value_ = value;
    return;
  }
  active->point();
  active->self().loaded = nullptr;
  (void)number();
  active->write(*this, value, order, nullptr);
  active->note("becomes", *this, value);
}

// A read-modify-write, in one step or, if it is to be faulty, in two. If it changes nothing and has an order
// for that case, it is a load of the last value.
template <class Next>
uint64_t Cell::update(const char* what, Broken when, std::memory_order success, std::memory_order failure,
                      Next next) {
  if (!active) return std::exchange(value_, next(value_).second);
  active->point();
  active->self().loaded = nullptr;
  (void)number();
  const Written before = written_.back();
  at(active->self().view, number_) = static_cast<uint32_t>(written_.size()) - 1;
  if (active->broken_ == when) active->point();
  const auto [writes, value] = next(before.value);
  active->take_over(before.view, writes ? success : failure);
  if (writes) active->write(*this, value, success, &before.view);
  active->note(what, *this, value_);
  active->rest_if_vain();
  return before.value;
}

uint64_t Cell::exchange(uint64_t value, std::memory_order order) {
  return update("is exchanged for", Broken::exchange_in_two_steps, order, order,
                [=](uint64_t) { return std::pair(true, value); });
}
uint64_t Cell::fetch_or(uint64_t bits, std::memory_order order) {
  return update("is or-ed to", Broken::exchange_in_two_steps, order, order,
                [=](uint64_t seen) { return std::pair(true, seen | bits); });
}
uint64_t Cell::fetch_and(uint64_t bits, std::memory_order order) {
  return update("is and-ed to", Broken::exchange_in_two_steps, order, order,
                [=](uint64_t seen) { return std::pair(true, seen & bits); });
}
uint64_t Cell::fetch_add(uint64_t amount, uint64_t mask, std::memory_order order) {
  if (amount == 0 && active && active->broken_ == Broken::look_is_load) return load(order);
  return update("is added up to", Broken::add_in_two_steps, order, order,
                [=](uint64_t seen) { return std::pair(true, (seen + amount) & mask); });
}

bool Cell::compare_exchange(uint64_t& expected, uint64_t value, std::memory_order success,
                            std::memory_order failure) {
  const uint64_t wanted_value = expected;
  expected = update(
      "is compared and becomes", Broken::compare_in_two_steps, success, failure,
      [=](uint64_t seen) { return std::pair(seen == wanted_value, seen == wanted_value ? value : seen); });
  return expected == wanted_value;
}

void Cell::wait_while(uint64_t value, bool may_end_early) {
  active->point();
  (void)number();
  Execution::Fiber& fiber = active->self();
  if (value_ == value) {
    fiber.loaded = nullptr;
    fiber.waits_for = this;
    fiber.waits_while = value;
    fiber.may_end_early = may_end_early;
    active->point();
    fiber.may_end_early = false;
  }
  at(fiber.view, number_) = static_cast<uint32_t>(written_.size()) - 1;
  active->take_over(written_.back().view, std::memory_order_acquire);
}

// One step for all threads at once: each sees from now on what any of them has written or seen so far.
void VirtualAtomics::fence_others() {
  if (!active) return;
  active->point();
  if (active->broken_ == Broken::fence_is_nothing) return;
  std::vector<uint32_t> all;
  for (const auto& thread : active->threads_) join(all, thread->view);
  for (const auto& thread : active->threads_) thread->view = all;
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
