#include "vm/run/parallel/split_attempt.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sched/worker.h"
#include "vm/code/bound.h"
#include "vm/code/loop_needs.h"
#include "vm/code/loop_sites.h"
#include "vm/heap/heap.h"
#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/halves.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// For splits at random: a loop with more elements left than this is not split.
constexpr uint64_t kMostLeftInChaos = 4096;
// A strand with more frames on its stack gives away no iterations before it waits: all would be copied.
constexpr uint64_t kMostFramesCopied = 64;
// Loops are split at every step while a timeline has so few strands, and a loop so few elements left.
constexpr uint32_t kMostAheadEagerly = 256;
constexpr uint64_t kMostLeftEagerly = uint64_t{1} << 16;

bool is_split(const LoopSite& site, const Value* frame) {
  if (is_kind(frame[site.state], Kind::Segment)) return true;
  return site.has_apart_only() && has_at_end(frame[site.state + 2], AtEnd::leaves);
}

// The next half then keeps what it adds, up to a bound, until this one is over.
bool adds_to_floats(const LoopSite& site, const Value* frame) {
  for (uint64_t left = site.sums; left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    if (sum_kind(site, reg, frame[reg]) == SumKind::Float) return true;
  }
  return false;
}

bool is_counted(Value source) {
  return source.is_small_int() || is_kind(source, Kind::List) || is_kind(source, Kind::Range);
}
// Its elements are not taken from it, and its loop's state may be copied.
bool is_plain_source(Value source) {
  return is_counted(source) || is_kind(source, Kind::String) || is_kind(source, Kind::Bytes) ||
         is_kind(source, Kind::Dict);
}

// Costs in picoseconds: visiting a frame; copying a slot; and, for each byte of a container that is shared
// from now on, a possible later copy. Most of them are only read; pay_for_copies counts what copies have
// taken.
constexpr uint64_t kFramePs = 10'000, kSlotPs = 1'000, kSharedBytePs = 100;
// The fixed cost of a split: objects, queue, and the wake that follows.
constexpr uint64_t kSplitNs = 2'000;

}  // namespace

bool SplitAttempt::find_oldest() {
  const Word* at = s_.pc_;
  for (Value* frame = s_.base_;; frame = caller_of(frame)) {
    ++walked_;
    if (s_.adds_apart(frame, at)) forget();
    consider_loop(frame, at);
    consider_iteration(frame, at, Which::outermost);
    if (s_.is_bottom(frame)) return place_.frame != nullptr;
    consider(frame);
    at = return_of(frame) - 1;
  }
}

bool SplitAttempt::find_newest_iteration() {
  const Word* at = s_.pc_;
  for (Value* frame = s_.base_;; frame = caller_of(frame)) {
    if (++walked_ > kMostFramesCopied) return false;
    if (s_.adds_apart(frame, at)) forget();
    if (place_.frame == nullptr) consider_iteration(frame, at, Which::innermost);
    if (s_.is_bottom(frame)) return place_.frame != nullptr;
    const CallSite* site = Interpreter::running(caller_of(frame))->call_site(return_of(frame));
    if (site != nullptr && (site->flags & CallSite::kBarrier) != 0) forget();
    at = return_of(frame) - 1;
  }
}

bool SplitAttempt::consider_new_iteration() {
  if (s_.stack_.barrier < slot_of(s_.base_) || is_above_sums(s_.base_)) return false;
  if (s_.timeline_->strands() > kMostAheadEagerly) return false;
  consider_iteration(s_.base_, s_.pc_, Which::innermost);
  return place_.frame != nullptr;
}

bool SplitAttempt::consider_newest() {
  if (s_.is_bottom(s_.base_) || is_above_sums(s_.base_)) return false;
  Value* caller = caller_of(s_.base_);
  if (s_.stack_.barrier < slot_of(caller)) return false;
  s_.stack_.barrier = StrandStack::kNoBarrier;
  consider(s_.base_);
  if (has_barrier_) s_.stack_.barrier = slot_of(caller);
  consider_loop(caller, return_of(s_.base_) - 1);
  return place_.frame != nullptr;
}

bool SplitAttempt::consider_step() {
  if (s_.stack_.barrier < slot_of(s_.base_) || is_above_sums(s_.base_)) return false;
  consider_loop(s_.base_, s_.pc_);
  return place_.frame != nullptr;
}

uint64_t SplitAttempt::now() {
  if (now_ == 0) now_ = s_.machine().runtime()->scheduler().now();
  return now_;
}

void SplitAttempt::refuse(Refusal refusal) const {
  StrandCounters& counters = executor().counters;
  switch (refusal) {
    case Refusal::too_soon: counters.refused_too_soon.add(); break;
    case Refusal::too_small: counters.refused_too_small.add(); break;
    case Refusal::needs_early: counters.refused_needs_early.add(); break;
    case Refusal::nothing_pending: counters.refused_nothing_pending.add(); break;
    case Refusal::writes: counters.refused_writes.add(); break;
  }
  if (StrandObserver* observer = s_.machine().runtime()->observer())
    observer->refused(s_, refusal, refusal == Refusal::writes ? &writes_ : fine_.proto ? &fine_ : nullptr);
}

Refusal SplitAttempt::reason() const {
  if (writes_.proto != nullptr) return Refusal::writes;
  if (fine_.proto != nullptr) return needs_early_ ? Refusal::needs_early : Refusal::too_small;
  const auto& calls = Interpreter::running(s_.base_)->calls;
  const bool small = std::any_of(calls.begin(), calls.end(), [](const CallSite& site) {
    return (site.flags & CallSite::kPromotable) != 0;
  });
  return small ? Refusal::too_small : Refusal::nothing_pending;
}

// `frame` is that of a call that its caller waits for.
void SplitAttempt::consider(Value* frame) {
  Value* caller = caller_of(frame);
  const Proto* proto = Interpreter::running(caller);
  const CallSite* site = proto->call_site(return_of(frame));
  if (site == nullptr) return;
  // The frames below this one must not continue without it, and it must not continue yet.
  has_barrier_ = (site->flags & CallSite::kBarrier) != 0;
  if (has_barrier_) forget();
  if ((site->flags & (CallSite::kBarrier | CallSite::kModule)) || !(site->flags & CallSite::kPromotable))
    return;
  const auto call = static_cast<uint32_t>(return_of(frame) - proto->code) - 1;
  const std::optional<Effect> bound = bound_of_split(frame, {proto, call});
  if (bound) choose({.frame = frame, .bound = *bound});
}

// `frame` is at `at` in an iteration of its loops. If a loop is split already, another strand has the next
// iterations of that loop, and of all loops around it. The code after a loop may write: it waits for its
// turn.
void SplitAttempt::consider_iteration(Value* frame, const Word* at, Which which) {
  const Proto* proto = Interpreter::running(frame);
  if (proto->loops.empty() || proto->range != nullptr || proto->is_rest || runs_fiber()) return;
  const auto word = static_cast<uint32_t>(at - proto->code);
  const LoopSite* found = nullptr;
  uint64_t kept = 0;
  for (const LoopSite& site : proto->loops) {
    if (site.begin > word) break;
    if (word > site.next) continue;
    const bool may_halve = found == nullptr && (s_.eager_ || which == Which::outermost);
    if (is_split(site, frame)) {
      found = nullptr;  // also at the step where the iteration ends
    } else if (const uint64_t part = may_halve ? part_to_keep(*proto, site, frame, at) : 0;
               part != 0 && goes_on(*proto, site, frame, word)) {
      found = &site;
      kept = part;
    } else if (s_.adds_apart(frame, at)) {
      continue;
    } else if (word == site.next) {
      fine_ = {proto, site.begin};  // found between two iterations: they are short
    } else if (site.contains(word) && (s_.eager_ || word >= site.ready) &&
               may_split(*proto, site, frame + site.state) &&
               (found == nullptr || which == Which::innermost) && goes_on(*proto, site, frame, word)) {
      found = &site;
      kept = 0;
    }
  }
  if (found == nullptr) return;
  // Until the iteration ends, or the loop is left, which squashes what runs ahead.
  const Effect own = may_take_elements(*proto, *found) ? Effect::write : found->bound;
  const Effect effect = std::min(own, bound_of_call(*proto, function_of(frame), frame).strongest());
  choose({.frame = frame, .loop = found, .at = word, .kept = kept, .bound = bound_here(effect)});
}

// Not where the loop is left: see `may_come_to_step`. A frame that waits for a call is in its instruction.
// Where a path is open during a call, the compiler expects a split (PathWriter).
bool SplitAttempt::goes_on(const Proto& proto, const LoopSite& site, const Value* frame,
                           uint32_t word) const {
  if (frame == s_.base_)
    return may_come_to_step(proto.code, proto.handlers, site, word) && !is_path_open(proto.code, site, word);
  const Handler* handler = handler_of(proto.handlers, word);
  return may_come_to_step(proto.code, proto.handlers, site, word + 1) ||
         (handler != nullptr && may_come_to_step(proto.code, proto.handlers, site, handler->target));
}

bool SplitAttempt::may_split(const Proto& proto, const LoopSite& site, const Value* state) {
  if (state[0].is_object() && !is_plain_source(state[0])) return false;
  if (s_.eager_ && state[0].is_unit()) return proto.pace_of(site).allows_eagerly();
  if (s_.eager_) return elements_left(s_.allocator(), state) <= std::min(most_left(), kMostLeftEagerly);
  const LoopPace& pace = proto.pace_of(site);
  if (!pace.allows(now())) {
    fine_ = {&proto, site.begin};
    needs_early_ = pace.needs_early();
    return false;
  }
  return !is_counted(state[0]) || elements_left(s_.allocator(), state) != 0;
}

// For policies that do not look at the frames below: whether the strand's lowest frame may still add to sums
// without knowing the values before. It may have returned since; then this refuses a split in vain.
bool SplitAttempt::is_above_sums(const Value* frame) const {
  return s_.links_.continues != nullptr && s_.links_.continues->apart != 0 &&
         frame > s_.stack_.begin + s_.links_.continues->at;
}

// If the next iterations may be given away with sums of their own: how many elements the frame keeps; else 0.
// While the frame adds to sums without knowing the values before (Segment::apart), it stays with its strand:
// neither calls above it nor other loops of it are split.
uint64_t SplitAttempt::part_to_keep(const Proto& proto, const LoopSite& site, const Value* frame,
                                    const Word* at) {
  if (!site.has_apart_only()) return 0;
  if (s_.adds_apart(frame, at) && &site != s_.links_.continues->loop) return 0;
  const LoopPace& pace = proto.pace_of(site);
  const Value* state = frame + site.state;
  if (!pace.allows_sums() || !can_halve(state)) return 0;
  const uint64_t left = elements_left(s_.allocator(), state);
  if (left < 2 || left > most_left()) return 0;
  // Strands that are split at every step do both.
  if (s_.eager_ ? left % 2 != 0 : site.works && pace.is_coarse() && !needs_first(proto, site)) return 0;
  if (!s_.can_be_apart(site, frame)) return 0;
  if (!s_.eager_ && !pace.allows_half(now())) {
    fine_ = {&proto, site.begin};
    return 0;
  }
  // The others may be divided again, but these are not: they have to be done soon.
  const uint64_t part = left / (2 * uint64_t{executor().worker->scheduler().workers()});
  return std::clamp<uint64_t>(part, 1, adds_to_floats(site, frame) ? kMostKept : UINT64_MAX);
}

// An abandoned fiber drops only the strand at its `yield`.
bool SplitAttempt::runs_fiber() const { return s_.task().fiber() != nullptr; }

// `frame` is at `at` in its function, or waits there for a call.
void SplitAttempt::consider_loop(Value* frame, const Word* at) {
  const Proto* proto = Interpreter::running(frame);
  const RangeLoop* loop = proto->range.get();
  if (loop == nullptr || at < proto->code + loop->begin || at > proto->code + loop->end) return;
  // An element was taken; the work on it always stays with this strand.
  const bool is_busy = at < proto->code + loop->end;
  const uint64_t left = elements_left(s_.allocator(), frame + loop->state);
  if (left + is_busy < 2 || left > most_left()) return;
  const std::optional<Effect> bound = bound_of_split(frame, {proto, static_cast<uint32_t>(at - proto->code)});
  const bool owes_push = at < proto->code + loop->push;
  if (bound) choose({.frame = frame, .range = loop, .left = left, .owes_push = owes_push, .bound = *bound});
}

// With strands that let others run first, a long range would never end, because each piece of it is split
// again.
uint64_t SplitAttempt::most_left() const {
  return s_.machine().runtime()->policy() == SplitPolicy::chaos ? kMostLeftInChaos : UINT64_MAX;
}

// The code after a call that writes has to wait for it, so a split there only serves policies that try
// every schedule. `call` is the position of the writing call.
std::optional<Effect> SplitAttempt::bound_of_split(Value* frame, const TraceEntry& call) {
  const Bound bound = bound_of_call(*Interpreter::running(frame), function_of(frame), frame);
  if (bound.effect < Effect::output || s_.eager_) return bound_here(bound.strongest());
  writes_ = call;
  return std::nullopt;
}

Effect SplitAttempt::bound_here(Effect effect) const {
  return s_.links_.stand != nullptr ? std::min(effect, s_.links_.stand->bound) : effect;
}

void SplitAttempt::choose(const SplitPlace& place) {
  place_ = place;
  writes_ = {};
}

bool SplitAttempt::is_short() const { return walked_ <= kMostFramesCopied; }

uint64_t SplitAttempt::cost() const {
  const uint64_t ps = walked_ * kFramePs + cost_.copied * kSlotPs + cost_.shared_bytes * kSharedBytePs;
  return (place_.frame != nullptr ? kSplitNs : 0) + ps / 1000;
}

bool SplitAttempt::is_forbidden() const {
  return s_.timeline_ == nullptr || s_.is_squashed() ||
         s_.machine().runtime()->policy() == SplitPolicy::never || s_.machine().heap().is_crowded();
}

LoopPace& SplitAttempt::pace() const { return Interpreter::running(place_.frame)->pace_of(*place_.loop); }

void SplitAttempt::note_split(uint64_t now) {
  place_.halves() ? pace().note_halved(now) : pace().note_split(now);
  s_.links_.stand->split_ns.store(now, std::memory_order_relaxed);
}

void SplitAttempt::note_offer() { s_.links_.stand->split_ns.store(now(), std::memory_order_relaxed); }

bool SplitAttempt::has_just_begun() const {
  return s_.links_.continues != nullptr && s_.links_.continues->begun_ns != 0;
}

void SplitAttempt::note_wait() {
  if (s_.links_.stand != nullptr) s_.links_.stand->split_ns.store(0, std::memory_order_relaxed);
  if (!has_just_begun()) return;
  Segment& begun = *s_.links_.continues;
  begun.has_waited.store(true, std::memory_order_relaxed);
  begun.pace->note_until_wait(now() - std::exchange(begun.begun_ns, 0));
}

uint32_t SplitAttempt::strands_of_timeline() const { return s_.timeline_->strands(); }

}  // namespace aspen
