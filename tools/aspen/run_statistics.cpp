#include "tools/aspen/run_statistics.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "frontend/diagnostics/expansion.h"
#include "vm/code/loop_needs.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// Wider tables would be unreadable; the first column includes the other workers.
constexpr size_t kMostColumns = 8;
constexpr double kMillisecond = 1e6;

// The first column is the sum of all workers; the others are one worker each.
class Table {
 public:
  Table(const sched::Statistics& tasks, const StrandStatistics& strands, uint64_t wall_ns)
      : wall_ns_(wall_ns), workers_(tasks.workers.size()) {
    columns_.push_back({tasks.total(), strands.total()});
    for (size_t i = 0; i < std::min(workers_, kMostColumns); ++i)
      columns_.push_back({tasks.workers[i], strands.workers[i]});
  }

  void print() const {
    std::fprintf(stderr, "%-52s", "");
    for (size_t i = 0; i < columns_.size(); ++i)
      std::fprintf(stderr, "%12s", i == 0 ? "all" : ("worker " + std::to_string(i - 1)).c_str());
    std::fprintf(stderr, "\n");
    count("tasks run, each resumption counted", [](const Column& c) { return c.tasks.polls; });
    count("tasks taken from another worker", [](const Column& c) { return c.tasks.stolen_tasks; });
    count("tasks that found their worker's queue full", [](const Column& c) { return c.tasks.overflows; });
    count("looks at another worker's queue", [](const Column& c) { return c.tasks.steal_tries; });
    count("splits asked for", [](const Column& c) { return c.tasks.splits_asked; });
    print_strands();
    count("times asleep", [](const Column& c) { return c.tasks.parks; });
    count("times woken", [](const Column& c) { return c.tasks.wakes_received; });
    time("busy, by the wall clock", [](const Column& c) { return c.tasks.busy_ns; });
    time("looking for work", [](const Column& c) { return c.tasks.search_ns; });
    time("asleep", [](const Column& c) { return c.tasks.idle_ns; });
  }

 private:
  struct Column {
    sched::WorkerStatistics tasks;
    StrandNumbers strands;
  };
  using Number = std::function<uint64_t(const Column&)>;

  void print_strands() const {
#define STRAND_COUNTER(name, meaning)                               \
  if (std::string_view(#name).ends_with("_ns")) {                   \
    time(meaning, [](const Column& c) { return c.strands.name; });  \
  } else {                                                          \
    count(meaning, [](const Column& c) { return c.strands.name; }); \
  }
#include "vm/run/parallel/counters.def"
#undef STRAND_COUNTER
  }

  void count(const char* label, const Number& number) const {
    if (number(columns_[0]) == 0) return;
    std::fprintf(stderr, "%-52s", label);
    for (const Column& column : columns_)
      std::fprintf(stderr, "%12llu", static_cast<unsigned long long>(number(column)));
    std::fprintf(stderr, "\n");
  }

  // Prints a time in milliseconds, and as a share of the run's time.
  void time(const char* label, const Number& number) const {
    if (number(columns_[0]) == 0 || wall_ns_ == 0) return;
    std::fprintf(stderr, "%-52s", label);
    for (size_t i = 0; i < columns_.size(); ++i) {
      const auto ns = static_cast<double>(number(columns_[i]));
      const double whole = static_cast<double>(wall_ns_) * (i == 0 ? static_cast<double>(workers_) : 1);
      std::fprintf(stderr, "%7.1f %3.0f%%", ns / kMillisecond, std::min(ns / whole * 100, 100.0));
    }
    std::fprintf(stderr, "  ms\n");
  }

  uint64_t wall_ns_;
  size_t workers_;
  std::vector<Column> columns_;
};

void print_blocking(const sched::BlockingPool::Statistics& pool) {
  if (pool.most_threads_ever == 0) return;
  std::fprintf(stderr, "%-52s%12zu\n", "threads for calls that block, at most", pool.most_threads_ever);
}

}  // namespace

void RunStatistics::begin() { began_ns_ = sched::monotonic_ns(); }

void RunStatistics::end() { wall_ns_ = sched::monotonic_ns() - began_ns_; }

// --- Listening ---

void RunStatistics::waited(const Strand& strand, WaitCause cause, uint64_t ns) {
  Amounts* amounts = amounts_of(cause);
  if (amounts == nullptr) {
    const std::lock_guard guard(lock_);
    if (cause == WaitCause::other) outside_ns_ += ns;
    return;
  }
  Place place = place_of(strand);
  const TraceEntry in_loop = cause == WaitCause::value ? strand.place_in_loop() : TraceEntry{};
  if (in_loop.proto != nullptr && find_line(in_loop, place)) {
    amounts = &iterations_;
    place.what = needed_variable(*in_loop.proto, in_loop.word);
  }
  const std::lock_guard guard(lock_);
  (*amounts)[place] += ns;
}

// Null for waits on something that only that strand waits for.
RunStatistics::Amounts* RunStatistics::amounts_of(WaitCause cause) {
  switch (cause) {
    case WaitCause::value: return &values_;
    case WaitCause::turn: return &turns_;
    case WaitCause::channel: return &channels_;
    case WaitCause::semaphore: return &semaphores_;
    case WaitCause::cell: return &cells_;
    case WaitCause::base:
    case WaitCause::other: break;
  }
  return nullptr;
}

void RunStatistics::refused(const Strand& strand, Refusal refusal, const TraceEntry* call) {
  if (refusal == Refusal::too_soon) return;
  Place place;
  if (call == nullptr || !find_line(*call, place)) place = place_of(strand);
  place.what.clear();
  if (refusal == Refusal::needs_early && call != nullptr) place.what = find_need(*call, place);
  const std::lock_guard guard(lock_);
  ++amounts_of(refusal)[place];
}

// Of the loop with the body that begins there. The place becomes that of the need.
std::string RunStatistics::find_need(const TraceEntry& body, Place& place) const {
  for (const LoopSite& loop : body.proto->loops) {
    if (loop.begin != body.word) continue;
    const std::optional<LoopNeed> need = first_need(*body.proto, loop);
    if (!need || !find_line({body.proto, need->word}, place)) break;
    return needed_variable(*body.proto, need->word);
  }
  return "";
}

RunStatistics::Amounts& RunStatistics::amounts_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::writes: return writes_;
    case Refusal::too_small: return small_;
    case Refusal::needs_early: return needed_;
    case Refusal::too_soon:
    case Refusal::nothing_pending: break;
  }
  return inner_;
}

// An event in the library counts for the line of the program that calls the library. An error that has not
// been reported yet is at no instruction.
RunStatistics::Place RunStatistics::place_of(const Strand& strand) const {
  Place place;
  bool innermost = true;
  strand.each_call([&](const TraceEntry& entry) {
    const bool is_code = entry.word < entry.proto->code_size;
    const char* native = innermost && is_code ? native_called_at(entry) : nullptr;
    if (native != nullptr) place.what = native;
    innermost = false;
    return !is_code || !find_line(entry, place);
  });
  return place;
}

bool RunStatistics::find_line(const TraceEntry& entry, Place& place) const {
  const Source* source = engine_.source(*entry.proto->module);
  const std::optional<Span> span = source != nullptr ? span_of(entry) : std::nullopt;
  if (!span) return false;
  place.source = source;
  place.line = written_line(*source, *span);
  return true;
}

// --- Printing ---

RunFacts RunStatistics::facts(const RunOptions& options) const {
  RunFacts facts;
  facts.counts_fuel = options.fuel != UINT64_MAX;
  facts.has_promotable_calls = engine_.machine().has_promotable_calls();
  facts.split = options.split;
  facts.wall_ns = wall_ns_;
  auto name = [](const Place& place) {
    return place.source == nullptr ? "" : place.source->name() + ":" + std::to_string(place.line);
  };
  auto most = [&](const Amounts& amounts, uint64_t* sum, std::string* what) -> std::string {
    if (amounts.empty()) return "";
    auto by_amount = [](const auto& a, const auto& b) { return a.second < b.second; };
    const Place& place = std::max_element(amounts.begin(), amounts.end(), by_amount)->first;
    for (const auto& [unused, amount] : amounts) *sum += amount;
    if (what != nullptr) *what = place.what;
    return name(place);
  };
  facts.outside_ns = outside_ns_;
  uint64_t refusals = 0;
  facts.turn_place = most(turns_, &facts.turn_ns, &facts.turn_effect);
  facts.value_place = most(values_, &facts.value_ns, nullptr);
  facts.iteration_place = most(iterations_, &facts.iteration_ns, &facts.iteration_value);
  for (const auto& [amounts, what] :
       {std::pair{&channels_, "channel"}, {&semaphores_, "semaphore"}, {&cells_, "cell"}}) {
    uint64_t ns = 0;
    std::string place = most(*amounts, &ns, nullptr);
    if (ns > facts.shared_ns)
      facts.shared_ns = ns, facts.shared_place = std::move(place), facts.shared = what;
  }
  facts.writes_place = most(writes_, &refusals, nullptr);
  facts.needed_place = most(needed_, &refusals, &facts.needed_value);
  facts.small_place = most(small_, &refusals, nullptr);
  facts.inner_place = most(inner_, &refusals, nullptr);
  return facts;
}

void RunStatistics::print(const RunOptions& options) const {
  RunFacts facts = this->facts(options);
  if (Runtime* runtime = engine_.machine().runtime()) {
    const sched::Statistics tasks = runtime->scheduler().statistics();
    const StrandStatistics strands = runtime->statistics();
    Table(tasks, strands, wall_ns_).print();
    print_blocking(runtime->scheduler().blocking_pool().statistics());
    std::fputs(tasks.histograms().c_str(), stderr);
    facts.workers = facts.counts_fuel ? 0 : static_cast<uint32_t>(tasks.workers.size());
    facts.strands = strands.total();
    facts.busy_ns = tasks.total().busy_ns;
    facts.collecting_ns = facts.strands.collecting_ns;
  }
  std::fprintf(stderr, "%s\n", verdict(facts).c_str());
}

}  // namespace aspen
