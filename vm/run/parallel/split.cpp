#include "vm/run/parallel/split.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sched/worker.h"
#include "vm/code/bound.h"
#include "vm/code/loop_sites.h"
#include "vm/heap/heap.h"
#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/halves.h"
#include "vm/run/parallel/next_values.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"
#include "vm/values/list.h"

namespace aspen {

namespace {

// A split may cost at most 1/kShare of the time since the previous one.
constexpr uint64_t kShare = 20;
// The fixed cost of a split: objects, queue, and the wake that follows.
constexpr uint64_t kSplitNs = 2'000;
// The number of frames that one wait may visit without a delay for the next search.
constexpr uint64_t kLongWalk = 1024;
// Costs in picoseconds: visiting a frame; copying a slot; and, for each byte of a container that is shared
// from now on, a possible later copy.
constexpr uint64_t kFramePs = 10'000, kSlotPs = 1'000, kSharedBytePs = 100;
// For splits at random: a loop with more elements left than this is not split.
constexpr uint64_t kMostLeftInChaos = 4096;
// Likewise 1/kLoopShare for splits of loops, which have a pace of their own (LoopPace).
constexpr uint64_t kLoopShare = 2;
// A strand that waits gives away the next iterations of its loop, unless the timeline has so many strands.
constexpr uint32_t kMostAhead = 64;
// Nor if it has more frames on its stack, which would all be copied.
constexpr uint64_t kMostFramesCopied = 64;
// The same for loops that are split at every step, which is not done while so many elements are left.
constexpr uint32_t kMostAheadEagerly = 256;
constexpr uint64_t kMostLeftEagerly = uint64_t{1} << 16;

}  // namespace

// One split of one strand.
class Split {
 public:
  explicit Split(Strand& strand) : s_(strand) {}

  // Selects the oldest call, or loop, that may be split; false if there is none.
  bool find_oldest() {
    const Word* at = s_.pc_;
    for (Value* frame = s_.base_;; frame = caller_of(frame)) {
      ++walked_;
      if (s_.adds_apart(frame, at)) forget();
      consider_loop(frame, at);
      consider_iteration(frame, at, Which::outermost);
      if (s_.is_bottom(frame)) return called_ != nullptr;
      consider(frame);
      at = return_of(frame) - 1;
    }
  }

  // Selects the innermost loop that may be split; false also if there are many frames.
  bool find_newest_iteration() {
    const Word* at = s_.pc_;
    for (Value* frame = s_.base_;; frame = caller_of(frame)) {
      if (++walked_ > kMostFramesCopied) return false;
      if (s_.adds_apart(frame, at)) forget();
      if (called_ == nullptr) consider_iteration(frame, at, Which::innermost);
      if (s_.is_bottom(frame)) return called_ != nullptr;
      const CallSite* site = Interpreter::running(caller_of(frame))->call_site(return_of(frame));
      if (site != nullptr && (site->flags & CallSite::kBarrier) != 0) forget();
      at = return_of(frame) - 1;
    }
  }

  // Whether the strand continues a loop and has not waited yet.
  static bool has_just_begun(const Strand& s) {
    return s.continues_ != nullptr && s.continues_->begun_ns != 0;
  }
  bool runs_far_ahead() const { return s_.timeline_->strands() > kMostAhead; }

  // Considers the iteration that the running frame begins.
  bool consider_new_iteration() {
    if (s_.barrier_ < slot_of(s_.base_) || is_above_sums(s_.base_)) return false;
    if (s_.timeline_->strands() > kMostAheadEagerly) return false;
    consider_iteration(s_.base_, s_.pc_, Which::innermost);
    return called_ != nullptr;
  }

  // Considers the frame that was just made and the loop that called it; the frames below were considered when
  // they were made. All of them become part of the segment.
  bool consider_newest() {
    if (s_.is_bottom(s_.base_) || is_above_sums(s_.base_)) return false;
    Value* caller = caller_of(s_.base_);
    if (s_.barrier_ < slot_of(caller)) return false;
    s_.barrier_ = UINT32_MAX;
    consider(s_.base_);
    if (has_barrier_) s_.barrier_ = slot_of(caller);
    consider_loop(caller, return_of(s_.base_) - 1);
    return called_ != nullptr;
  }

  // Considers the loop of the running frame, at its next step.
  bool consider_step() {
    if (s_.barrier_ < slot_of(s_.base_) || is_above_sums(s_.base_)) return false;
    consider_loop(s_.base_, s_.pc_);
    return called_ != nullptr;
  }

  // False if there was no room, or if the strand has been squashed.
  bool perform() {
    Allocator& allocator = s_.allocator();
    Future* future = allocator.make<Future>(0);
    if (loop_ != nullptr && !halve(allocator)) return false;
    if (site_ != nullptr) make_carried(allocator);
    if (halves_) halve_state(allocator, called_ + site_->state, rest_.data(), kept_);
    Segment* segment = make_segment(allocator);
    segment->future = future;
    Runtime& runtime = *s_.machine().runtime();
    Executor& executor = *s_.executor_;
    Runtime::Taken fresh = runtime.take_strand(executor);
    fresh.strand.eager_ = s_.eager_;
    fresh.strand.priority = s_.priority;
    runtime.note_split();
    // Before any worker can start it.
    executor.worker->trace_detail(sched::TraceKind::announce, &fresh.strand, fresh.strand.type->name, {});
    if (!s_.timeline_->split(s_, *segment, fresh.strand)) return runtime.give_back(executor, fresh), false;
    executor.counters.split.add();
    copied_ += segment->length;
    s_.bottom_ = slot_of(called_) - 3;
    set_return(called_, kEndCode);
    if (site_ != nullptr) mark(segment);
    Runtime::enqueue(executor, fresh);
    executor.worker->note_split();
    return true;
  }

  Executor& executor() { return *s_.executor_; }
  uint64_t now() {
    if (now_ == 0) now_ = s_.machine().runtime()->scheduler().now();
    return now_;
  }
  // The loop to split; null if it is a call or a range frame.
  const LoopSite* iteration() const { return site_; }
  LoopPace& pace() const { return Interpreter::running(called_)->pace_of(*site_); }
  // The iteration goes on without the others, and its length is to be noted.
  void note_split(uint64_t now) {
    if (halves_) return;
    pace().note_split(now);
    s_.stand_->split_ns = now;
  }

  void refuse(Refusal refusal) {
    StrandCounters& counters = executor().counters;
    switch (refusal) {
      case Refusal::too_soon: counters.refused_too_soon.add(); break;
      case Refusal::too_small: counters.refused_too_small.add(); break;
      case Refusal::nothing_pending: counters.refused_nothing_pending.add(); break;
      case Refusal::writes: counters.refused_writes.add(); break;
    }
    if (StrandObserver* observer = s_.machine().runtime()->observer())
      observer->refused(s_, refusal, refusal == Refusal::writes ? &writes_ : fine_.proto ? &fine_ : nullptr);
  }
  // The reason why there is no call to split at.
  Refusal reason() const {
    if (writes_.proto != nullptr) return Refusal::writes;
    if (fine_.proto != nullptr) return Refusal::too_small;
    const auto& calls = Interpreter::running(s_.base_)->calls;
    const bool small = std::any_of(calls.begin(), calls.end(), [](const CallSite& site) {
      return (site.flags & CallSite::kPromotable) != 0;
    });
    return small ? Refusal::too_small : Refusal::nothing_pending;
  }

  uint64_t walked() const { return walked_; }
  // While the heap is crowded, code that runs ahead of the program would only wait.
  bool is_forbidden() const {
    return s_.machine().runtime()->policy() == SplitPolicy::never || s_.machine().heap().is_crowded();
  }

  // In nanoseconds, later costs included.
  uint64_t cost() const {
    const uint64_t ps = walked_ * kFramePs + copied_ * kSlotPs + shared_bytes_ * kSharedBytePs;
    return (called_ ? kSplitNs : 0) + ps / 1000;
  }

 private:
  // `frame` is that of a call that its caller waits for.
  void consider(Value* frame) {
    Value* caller = caller_of(frame);
    const Proto* proto = Interpreter::running(caller);
    const CallSite* site = proto->call_site(return_of(frame));
    if (site == nullptr) return;
    // The frames below this one must not continue without it, and it must not continue yet.
    has_barrier_ = (site->flags & CallSite::kBarrier) != 0;
    if (has_barrier_) forget();
    if ((site->flags & (CallSite::kBarrier | CallSite::kModule)) || !(site->flags & CallSite::kPromotable))
      return;
    if (take_bound(frame, {proto, static_cast<uint32_t>(return_of(frame) - proto->code) - 1})) {
      forget();
      called_ = frame;
    }
  }

  void forget() {
    halves_ = false;
    called_ = nullptr;
    loop_ = nullptr;
    site_ = nullptr;
    writes_ = {};
  }

  enum class Which : uint8_t { innermost, outermost };

  // `frame` is at `at` in an iteration of its loops. If a loop is split already, another strand has the next
  // iterations of that loop, and of all loops around it. The code after a loop may write: it waits for its
  // turn.
  void consider_iteration(Value* frame, const Word* at, Which which) {
    const Proto* proto = Interpreter::running(frame);
    if (proto->loops.empty() || proto->range != nullptr || proto->is_rest || runs_fiber()) return;
    const auto word = static_cast<uint32_t>(at - proto->code);
    const LoopSite* found = nullptr;
    bool halves = false;
    for (const LoopSite& site : proto->loops) {
      if (site.begin > word) break;
      if (word > site.next) continue;
      if (is_split(site, frame)) {
        found = nullptr;  // also at the step where the iteration ends
      } else if (found == nullptr && (s_.eager_ || which == Which::outermost) &&
                 may_halve(*proto, site, frame, at) && goes_on(*proto, site, frame, word)) {
        found = &site;
        halves = true;
      } else if (s_.adds_apart(frame, at)) {
        continue;
      } else if (word == site.next) {
        fine_ = {proto, site.begin};  // found between two iterations: they are short
      } else if (site.contains(word) && may_split(*proto, site, frame + site.state) &&
                 (found == nullptr || which == Which::innermost) && goes_on(*proto, site, frame, word)) {
        found = &site;
        halves = false;
      }
    }
    if (found == nullptr) return;
    forget();
    halves_ = halves;
    called_ = frame;
    site_ = found;
    at_ = word;
    // Until the iteration ends, or the loop is left, which squashes what runs ahead.
    const Effect effect =
        std::min(found->bound, bound_of_call(*proto, function_of(frame), frame).strongest());
    bound_ = s_.stand_ ? std::min(effect, s_.stand_->bound) : effect;
  }

  static bool is_split(const LoopSite& site, const Value* frame) {
    if (is_kind(frame[site.state], Kind::Segment)) return true;
    return site.has_apart_only() && has_at_end(frame[site.state + 2], AtEnd::leaves);
  }

  // Not where the loop is left: see `may_come_to_step`. A frame that waits for a call is in its instruction.
  bool goes_on(const Proto& proto, const LoopSite& site, const Value* frame, uint32_t word) const {
    if (frame == s_.base_) return may_come_to_step(proto.code, proto.handlers, site, word);
    const Handler* handler = handler_of(proto.handlers, word);
    return may_come_to_step(proto.code, proto.handlers, site, word + 1) ||
           (handler != nullptr && may_come_to_step(proto.code, proto.handlers, site, handler->target));
  }

  bool may_split(const Proto& proto, const LoopSite& site, const Value* state) {
    if (state[0].is_object() && !is_plain_source(state[0])) return false;
    if (s_.eager_ && state[0].is_unit()) return proto.pace_of(site).allows_eagerly();
    if (s_.eager_) return elements_left(s_.allocator(), state) <= std::min(most_left(), kMostLeftEagerly);
    if (!proto.pace_of(site).allows(now())) return fine_ = {&proto, site.begin}, false;
    return !is_counted(state[0]) || elements_left(s_.allocator(), state) != 0;
  }
  // For policies that do not look at the frames below. That frame may have returned since.
  bool is_above_sums(const Value* frame) const {
    return s_.continues_ != nullptr && s_.continues_->apart != 0 && frame > s_.stack_ + s_.continues_->base;
  }
  // Whether the next iterations may be given away with sums of their own. While the frame adds to sums
  // without knowing the values before (Segment::apart), it stays with its strand: neither calls above it nor
  // other loops of it are split.
  bool may_halve(const Proto& proto, const LoopSite& site, const Value* frame, const Word* at) {
    if (!site.has_apart_only()) return false;
    if (s_.adds_apart(frame, at) && &site != s_.continues_->loop) return false;
    const LoopPace& pace = proto.pace_of(site);
    const Value* state = frame + site.state;
    if (!pace.allows_sums() || !can_halve(state)) return false;
    const uint64_t left = elements_left(s_.allocator(), state);
    if (left < 2 || left > most_left()) return false;
    // Strands that are split at every step do both.
    if (s_.eager_ ? left % 2 != 0 : site.works && pace.is_coarse()) return false;
    if (!s_.can_be_apart(site, frame)) return false;
    // The others may be divided again, but these are not: they have to be done soon.
    kept_ = std::max<uint64_t>(1, left / (2 * uint64_t{s_.executor_->worker->scheduler().workers()}));
    if (adds_to_floats(site, frame)) kept_ = std::min<uint64_t>(kept_, kMostKept);
    return true;
  }

  // The next half then keeps what it adds, up to a bound, until this one is over.
  static bool adds_to_floats(const LoopSite& site, const Value* frame) {
    for (uint64_t left = site.sums; left != 0; left &= left - 1) {
      const auto reg = static_cast<unsigned>(std::countr_zero(left));
      if (sum_kind(site, reg, frame[reg]) == SumKind::Float) return true;
    }
    return false;
  }

  static bool is_counted(Value source) {
    return source.is_small_int() || is_kind(source, Kind::List) || is_kind(source, Kind::Range);
  }
  // Its elements are not taken from it, and its loop's state may be copied.
  static bool is_plain_source(Value source) {
    return is_counted(source) || is_kind(source, Kind::String) || is_kind(source, Kind::Bytes) ||
           is_kind(source, Kind::Dict);
  }
  // An abandoned fiber drops only the strand at its `yield`.
  bool runs_fiber() const { return s_.task().fiber() != nullptr; }

  // `frame` is at `at` in its function, or waits there for a call.
  void consider_loop(Value* frame, const Word* at) {
    const Proto* proto = Interpreter::running(frame);
    const RangeLoop* loop = proto->range.get();
    if (loop == nullptr || at < proto->code + loop->begin || at > proto->code + loop->end) return;
    // An element was taken; the work on it always stays with this strand.
    const bool is_busy = at < proto->code + loop->end;
    const uint64_t left = elements_left(s_.allocator(), frame + loop->state);
    const TraceEntry here{proto, static_cast<uint32_t>(at - proto->code)};
    if (left + is_busy < 2 || left > most_left() || !take_bound(frame, here)) return;
    forget();
    called_ = frame;
    loop_ = loop;
    left_ = left;
    owes_push_ = at < proto->code + loop->push;
  }

  // With strands that let others run first, a long range would never end, because each piece of it is split
  // again.
  uint64_t most_left() const {
    return s_.machine().runtime()->policy() == SplitPolicy::chaos ? kMostLeftInChaos : UINT64_MAX;
  }

  // The code after a call that writes has to wait for it, so a split there only serves policies that try
  // every schedule. `call` is the position of the writing call.
  bool take_bound(Value* frame, const TraceEntry& call) {
    const Bound bound = bound_of_call(*Interpreter::running(frame), function_of(frame), frame);
    if (bound.effect >= Effect::output && !s_.eager_) return writes_ = call, false;
    const Effect effect = bound.strongest();
    bound_ = s_.stand_ ? std::min(effect, s_.stand_->bound) : effect;
    return true;
  }

  // Gives away the second half of the remaining elements, and the places for their results in the list. False
  // if there is no room for the second list.
  bool halve(Allocator& allocator) {
    const uint64_t kept = left_ / 2, given = left_ - kept;
    if (loop_->out != RangeLoop::kNoRegister) {
      Value& out = called_[loop_->out];
      if (!is_kind(out, Kind::List) || !is_writable(as<List>(out)) || left_ >= kMostElements) return false;
      auto* list = as<List>(out);
      const auto places = static_cast<uint32_t>(kept + owes_push_), next = static_cast<uint32_t>(given);
      const size_t bytes = neighbour_bytes(list, places, next);
      if (!allocator.can_allocate(bytes)) return false;
      // Its elements then move to another array.
      if (bytes > sizeof(List)) copied_ += list->length;
      out_ = Value::object(make_neighbour(allocator, list, places, next));
    }
    source_ = take_rest(allocator, called_ + loop_->state, kept);
    return true;
  }

  uint32_t slot_of(const Value* at) const { return static_cast<uint32_t>(at - s_.stack_); }

  // The frames that do not continue here, and the place for the result of the part that does: that of the
  // call in its caller's frame, or the last register of the loop's `rest`, which has just been called.
  Segment* make_segment(Allocator& allocator) {
    const uint32_t frames = slot_of(called_) - 3 - s_.bottom_;
    const uint32_t slots = frames + slots_of_top();
    auto* segment = allocator.make<Segment>(slots * sizeof(Value), s_.stand_, slots);
    segment->bound = bound_;
    segment->depth = (site_ ? frames : slots - 1) + (s_.stand_ ? s_.stand_->depth : 0);
    std::copy_n(s_.stack_ + s_.bottom_, frames, segment->slots());
    if (loop_ != nullptr) {
      enter_rest(*segment, segment->slots() + frames);
    } else if (site_ != nullptr) {
      enter_iteration(*segment, segment->slots() + frames);
    } else {
      segment->resume = return_of(called_);
      segment->base = slot_of(caller_of(called_)) - s_.bottom_;
    }
    segment->slots()[slots - 1] = Value::undefined();
    for (Value* frame = called_; !s_.is_bottom(frame);) {
      Value* below = caller_of(frame);
      share_live(below, frame, *segment);
      const uint32_t end = slot_of(below) - s_.bottom_ + Interpreter::running(below)->frame_size;
      segment->height = std::max(segment->height, end);
      frame = below;
    }
    return segment;
  }

  // Slots of the frame that is made for the new strand, with its header, and one for the call's result.
  uint32_t slots_of_top() const {
    if (loop_ != nullptr) return 3 + loop_->rest->arity;
    return site_ != nullptr ? 3 + Interpreter::running(called_)->frame_size + 1 : 1;
  }

  // What the next iteration begins with in the registers that the loop carries.
  void make_carried(Allocator& allocator) {
    const Proto& proto = *Interpreter::running(called_);
    known_ = halves_ ? 0 : next_values(proto, *site_, at_, called_, carried_);
    for (uint64_t left = site_->carried & ~known_; left != 0; left &= left - 1) {
      const auto reg = static_cast<unsigned>(std::countr_zero(left));
      const SumKind kind = halves_ ? sum_kind(*site_, reg, called_[reg]) : SumKind::none;
      carried_[reg] = Value::object(allocator.make<Future>(0, kind));
    }
  }

  // The step of a loop without a source looks for the mark only after its first split.
  void mark(Segment* segment) {
    if (halves_) return set_at_end(called_[site_->state + 2], AtEnd::leaves);
    called_[site_->state] = Value::object(segment);
    const Word* step = Interpreter::running(called_)->code + site_->next;
    if (jumps_back(op_of(step))) store_op(step, or_end(op_of(step)));
  }

  // Makes the frame as it will be at the loop's next step. The function may leave the loop before that, and
  // then continues with the frames below.
  void enter_iteration(Segment& segment, Value* header) {
    const Proto& proto = *Interpreter::running(called_);
    share(function_of(called_));
    std::copy_n(called_ - 3, 3, header);
    for (unsigned r = 0; r < proto.frame_size; ++r) {
      Value& to = header[3 + r];
      if (site_->is_carried(r)) {
        to = carried_[r];
      } else if (site_->is_live(r)) {
        if (called_[r].is_object()) share_slot(called_[r]);
        to = called_[r];
      } else {
        to = Value::undefined();
      }
    }
    if (halves_) {
      std::copy_n(rest_.data(), rest_.size(), header + 3 + site_->state);
      share(rest_[0]);
    }
    segment.loop = site_;
    segment.is_half = halves_;
    segment.carried = site_->carried & ~known_;
    segment.resume = proto.code + site_->next;
    segment.base = static_cast<uint32_t>(header + 3 - segment.slots());
    segment.height = segment.base + proto.frame_size;
    comes_back_ = true;
  }

  // Makes the frame of `rest`, as if it had just been called in place of the loop's function.
  void enter_rest(Segment& segment, Value* header) {
    const Proto& rest = *loop_->rest;
    header[0] = raw_slot(&rest);
    header[1] = called_[-2];
    header[2] = called_[-1];
    const unsigned arity = Interpreter::running(called_)->arity;
    for (unsigned i = 0; i + 1 < rest.arity; ++i) {
      if (i == loop_->source) {
        header[3 + i] = source_;
      } else if (i == loop_->out || i >= arity) {
        header[3 + i] = out_;
      } else {
        if (called_[i].is_object()) share_slot(called_[i]);
        header[3 + i] = called_[i];
      }
    }
    segment.resume = rest.code;
    segment.base = static_cast<uint32_t>(header + 3 - segment.slots());
    segment.height = segment.base + rest.frame_size;
    segment.decisive = loop_->decisive;
    comes_back_ = loop_->decisive != Decisive::none;
  }

  // Copies a frame's registers: values that are live after the call become shared, others are left out.
  void share_live(Value* base, const Value* called, Segment& segment) {
    const Proto* proto = Interpreter::running(base);
    const CallSite* site = proto->call_site(return_of(called));
    Value* copy = segment.slots() + (base - s_.stack_ - s_.bottom_);
    share(function_of(base));
    comes_back_ = comes_back_ || !proto->handlers.empty();
    for (ptrdiff_t r = 0; r < called - 3 - base; ++r) {
      if (site != nullptr && !site->is_live(static_cast<unsigned>(r))) {
        copy[r] = Value::undefined();
      } else if (base[r].is_object() && (comes_back_ || !is_private(*proto, static_cast<unsigned>(r)))) {
        share_slot(base[r]);
      }
    }
  }

  void share_slot(Value v) {
    if (!v.as_object()->is_shared()) shared_bytes_ += Heap::object_size(v.as_object());
    share(v);
  }

  Strand& s_;
  Value* called_ = nullptr;  // registers of the call to split at, or of the frame with the loop
  const RangeLoop* loop_ = nullptr;
  const LoopSite* site_ = nullptr;  // the frame goes on with the next iteration of this loop
  uint32_t at_ = 0;                 // the word where the frame is in that loop
  std::array<Value, 64> carried_;   // of the next iteration, by register: futures, and values that are known
  uint64_t known_ = 0;              // bit r: register r has a value there
  bool halves_ = false;             // the frame keeps `kept_` elements of that loop, and sums of its own
  uint64_t kept_ = 0;
  std::array<Value, 3> rest_;  // the state of the loop over the others
  uint64_t now_ = 0;           // 0: not yet read from the clock
  uint64_t left_ = 0;          // of the loop
  bool owes_push_ = false;     // the loop has not yet pushed the result of its current element
  // The call may return to this frame after another strand has: after a handler, or past a `rest`.
  bool comes_back_ = false;
  Value source_ = Value::undefined(), out_ = Value::undefined();  // the second half begins with these
  TraceEntry writes_{};  // the oldest call that only its effects keep from being split
  TraceEntry fine_{};    // likewise a loop, and the length of its iterations
  bool has_barrier_ = false;
  Effect bound_ = Effect::write;
  uint64_t walked_ = 0;
  uint64_t copied_ = 0;  // slots
  uint64_t shared_bytes_ = 0;
};

void split_on_demand(Strand& strand) {
  Split split(strand);
  Executor& executor = split.executor();
  if (split.is_forbidden()) return;
  const uint64_t now = split.now();
  const bool is_due = now >= executor.split_allowed_ns;
  if (!is_due && now < executor.loop_split_allowed_ns) return split.refuse(Refusal::too_soon);
  const bool has_found = split.find_oldest();
  const bool is_loop = has_found && split.iteration() != nullptr;
  const uint64_t share = is_loop && split.walked() <= kMostFramesCopied ? kLoopShare : kShare;
  if (!is_due && !is_loop) {
    split.refuse(Refusal::too_soon);
  } else if (!has_found || !split.perform()) {
    split.refuse(split.reason());
  } else if (is_loop) {
    split.note_split(now);
  }
  const uint64_t allowed = now + share * split.cost();
  executor.loop_split_allowed_ns = allowed;
  if (is_due && !is_loop) executor.split_allowed_ns = allowed;
}

void offer_iterations(Strand& strand) {
  if (!Split::has_just_begun(strand)) return;
  Split split(strand);
  if (split.is_forbidden()) return;
  if (split.executor().worker->scheduler().workers() < 2 || split.runs_far_ahead()) return;
  if (split.consider_new_iteration() && split.pace().is_coarse()) split.perform();
}

void split_before_wait(Strand& strand) {
  if (strand.timeline_ == nullptr || strand.is_squashed()) return;
  Split split(strand);
  if (split.is_forbidden() || strand.timeline_->strands() > kMostAhead) return;
  if (!split.find_newest_iteration()) return;
  Segment* begun = strand.continues_;
  if (begun != nullptr && begun->begun_ns != 0)
    split.pace().note(split.now() - std::exchange(begun->begun_ns, 0));
  if (split.pace().is_coarse() || strand.eager_) split.perform();
}

// With very many frames on the stack, each search visits all that are left.
void split_all(Strand& strand) {
  Executor& executor = Split(strand).executor();
  const uint64_t now = executor.worker->scheduler().now();
  if (Split(strand).is_forbidden() || now < executor.split_all_allowed_ns) return;
  uint64_t walked = 0, cost = 0;
  for (bool goes_on = true; goes_on && walked <= kLongWalk;) {
    Split split(strand);
    goes_on = split.find_oldest() && split.perform();
    walked += split.walked();
    cost += split.cost();
  }
  if (walked > kLongWalk) executor.split_all_allowed_ns = now + kShare * cost;
}

bool split_step(Strand& strand) {
  Split split(strand);
  if (!split.consider_step()) return false;
  return split.perform();
}

bool split_iteration(Strand& strand) {
  Split split(strand);
  if (!split.consider_new_iteration()) return false;
  return split.perform();
}

bool split_newest(Strand& strand) {
  Split split(strand);
  if (!split.consider_newest()) return false;
  return split.perform();
}

}  // namespace aspen
