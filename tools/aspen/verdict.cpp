#include "tools/aspen/verdict.h"

#include <algorithm>

namespace aspen {

namespace {

// Percent of the time. If workers are busy for so much of it, little can be gained.
constexpr unsigned kWellUsed = 75;
// Percent of the time. Something that takes less is not reported.
constexpr unsigned kNotable = 20;
// Percent of the refused requests. A smaller share may be due to time between two such calls.
constexpr unsigned kCause = 20;
// A request to split takes a nap to arrive, and a wake to have an effect. Shorter runs end before.
constexpr uint64_t kShortRunNs = 2'000'000;
// A strand that runs for less costs about as much to make as it gains.
constexpr uint64_t kFineStrandNs = 10'000;

constexpr const char* kNothingOverlaps =
    "No call can overlap with the code after it: that code looks at the value at once, or nothing is left "
    "to do.";

unsigned percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<unsigned>(part * 100 / whole);
}

std::string share(uint64_t part, uint64_t whole) {
  return std::to_string(std::min(percent(part, whole), 100u)) + " % of the time";
}

std::string at(const std::string& place) { return place.empty() ? "" : " at " + place; }

std::string mostly(const std::string& place) { return place.empty() ? "" : ", mostly at " + place; }

uint64_t run_ns(const RunFacts& facts) {
  return facts.busy_ns / std::max<uint64_t>(1, facts.strands.started);
}

std::string on_one_thread(const RunFacts& facts) {
  if (facts.counts_fuel) return "The program ran on one thread, because fuel is counted in program order.";
  return std::string("The program ran on one thread. ") + kNothingOverlaps;
}

std::string on_one_worker(const RunFacts& facts) {
  std::string text = "All work ran on one worker.";
  return facts.has_promotable_calls ? text : text + " " + kNothingOverlaps;
}

std::string how_used(const RunFacts& facts) {
  return "The workers were busy " + share(facts.busy_ns, facts.wall_ns * facts.workers);
}

std::string well_used(const RunFacts& facts) {
  std::string text = how_used(facts);
  const uint64_t all = facts.wall_ns * facts.workers;
  if (percent(facts.collecting_ns, all) >= kNotable)
    text += ", but were stopped for collections " + share(facts.collecting_ns, all);
  if (run_ns(facts) < kFineStrandNs)
    text += ", but a strand took " + std::to_string(run_ns(facts) / 1000) +
            " µs, hardly more than the time to make it: the calls are too small";
  return text + ".";
}

std::string effect_bound(const RunFacts& facts) {
  std::string effect = facts.turn_effect.empty() ? "an effect" : "`" + facts.turn_effect + "`";
  return "Waiting for effects: for " + share(facts.turn_ns, facts.wall_ns) +
         " strands waited for their turn, mostly for " + effect + at(facts.turn_place) +
         ". Everything before an effect in the program ends before the effect.";
}

std::string value_bound(const RunFacts& facts) {
  return "For " + share(facts.value_ns, facts.wall_ns) +
         " strands waited for values that other strands were computing" + mostly(facts.value_place) +
         ", and those had no call to split off.";
}

std::string values_before(const std::string& name, const char* unnamed) {
  return name.empty() ? unnamed : "`" + name + "`";
}

std::string how_to_overlap(const std::string& name) {
  return "What does not need " + values_before(name, "these values") +
         " overlaps if it comes before the line.";
}

std::string iteration_bound(const RunFacts& facts) {
  const std::string& name = facts.iteration_value;
  return "For " + share(facts.iteration_ns, facts.wall_ns) + " iterations of a loop waited" +
         mostly(facts.iteration_place) + ", for " + values_before(name, "values") +
         " of the iteration before. " + how_to_overlap(name);
}

std::string early_need(const RunFacts& facts) {
  const std::string& name = facts.needed_value;
  return "Iterations of a loop cannot overlap" + mostly(facts.needed_place) + ": each needs " +
         values_before(name, "values") + " of the iteration before almost at once. " + how_to_overlap(name);
}

// True if the waits add up to at least half of the time that the workers were idle.
bool is_contended(const RunFacts& facts) {
  const uint64_t all = facts.wall_ns * facts.workers;
  const uint64_t idle = all - std::min(all, facts.busy_ns);
  if (facts.shared.empty() || percent(facts.shared_ns, idle) < 50) return false;
  // Otherwise all tasks wait for something outside of the program.
  return facts.shared != "channel" || percent(facts.busy_ns, facts.wall_ns) >= 50;
}

std::string contended(const RunFacts& facts) {
  const std::string ms = std::to_string(facts.shared_ns / 1'000'000);
  std::string text = "Contention: tasks waited for a " + facts.shared + ", " + ms + " ms in all" +
                     mostly(facts.shared_place) + ". ";
  if (facts.shared == "cell")
    return text + "Only one task at a time updates a cell: do the work before the update.";
  if (facts.shared == "semaphore") return text + "Other tasks held all of its permits.";
  return text + "The task at its other end cannot keep up.";
}

// The verdict by the reasons for which requests to split were refused.
std::string by_refusal(const RunFacts& facts) {
  const StrandNumbers& s = facts.strands;
  const uint64_t fine = s.refused_too_soon + s.refused_too_small;
  const uint64_t all = s.refused_writes + s.refused_needs_early + fine + s.refused_nothing_pending;
  const bool has_waited = percent(facts.outside_ns, facts.wall_ns) >= 50;
  if (has_waited && percent(facts.busy_ns, facts.wall_ns) < 50)
    return "Most of the time nothing was ready to run: the program waited for operations outside of it.";
  if (all == 0 || facts.wall_ns < kShortRunNs) {
    const std::string us = std::to_string(facts.wall_ns / 1000);
    return "The program ended before the other workers could help, after " + us + " µs.";
  }
  if (percent(s.refused_writes, all) >= kCause)
    return "The calls that could have overlapped with the code after them have effects themselves" +
           mostly(facts.writes_place) + ".";
  if (percent(s.refused_needs_early, all) >= kCause) return early_need(facts);
  if (percent(fine, all) >= kCause)
    return "The calls and iterations that could overlap end too soon to be worth a split" +
           mostly(facts.small_place) + ".";
  if (percent(facts.value_ns, facts.wall_ns) >= 50) return value_bound(facts);
  return "Most of the time no pending call had more work after it" + mostly(facts.inner_place) +
         ": the values of calls are used at once.";
}

}  // namespace

std::string verdict(const RunFacts& facts) {
  if (facts.workers == 0) return on_one_thread(facts);
  if (facts.workers == 1) return on_one_worker(facts);
  const std::string used = how_used(facts) + ". ";
  const bool is_well_used = percent(facts.busy_ns, facts.wall_ns * facts.workers) >= kWellUsed;
  if (!is_well_used && is_contended(facts)) return used + contended(facts);
  if (!facts.has_promotable_calls) return used + kNothingOverlaps;
  if (facts.split == SplitPolicy::never) return used + "No call overlapped, because of --split=never.";
  if (facts.split != SplitPolicy::on_demand)
    return used + "Every possible call was split, as tests need it. That costs more than it gains.";
  if (is_well_used) return well_used(facts);
  if (percent(facts.iteration_ns, facts.wall_ns) >= 50 && facts.iteration_ns >= facts.turn_ns)
    return used + iteration_bound(facts);
  if (percent(facts.turn_ns, facts.wall_ns) >= 50) return used + effect_bound(facts);
  return used + by_refusal(facts);
}

}  // namespace aspen
