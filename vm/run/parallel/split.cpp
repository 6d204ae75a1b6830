#include "vm/run/parallel/split.h"

#include <algorithm>

#include "sched/worker.h"
#include "vm/code/bound.h"
#include "vm/heap/heap.h"
#include "vm/object/future.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
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

Value* caller_of(Value* base) {
  return reinterpret_cast<Value*>(reinterpret_cast<std::byte*>(base) - base[-1].bits());
}
const Word* return_of(const Value* base) { return reinterpret_cast<const Word*>(base[-2].bits()); }

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
      consider_loop(frame, at);
      if (s_.is_bottom(frame)) return called_ != nullptr;
      consider(frame);
      at = return_of(frame) - 1;
    }
  }

  // Considers the frame that was just made and the loop that called it; the frames below were considered when
  // they were made. All of them become part of the segment.
  bool consider_newest() {
    if (s_.is_bottom(s_.base_)) return false;
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
    if (s_.barrier_ < slot_of(s_.base_)) return false;
    consider_loop(s_.base_, s_.pc_);
    return called_ != nullptr;
  }

  // False if there was no room, or if the strand has been squashed.
  bool perform() {
    Allocator& allocator = s_.allocator();
    Future* future = allocator.make<Future>(0);
    if (loop_ != nullptr && !halve(allocator)) return false;
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
    called_[-2] = raw_slot(kEndCode);
    Runtime::enqueue(executor, fresh);
    executor.worker->note_split();
    return true;
  }

  Executor& executor() { return *s_.executor_; }

  void refuse(Refusal refusal) {
    StrandCounters& counters = executor().counters;
    switch (refusal) {
      case Refusal::too_soon: counters.refused_too_soon.add(); break;
      case Refusal::too_small: counters.refused_too_small.add(); break;
      case Refusal::nothing_pending: counters.refused_nothing_pending.add(); break;
      case Refusal::writes: counters.refused_writes.add(); break;
    }
    if (StrandObserver* observer = s_.machine().runtime()->observer())
      observer->refused(s_, refusal, writes_.proto != nullptr ? &writes_ : nullptr);
  }
  // The reason why there is no call to split at.
  Refusal reason() const {
    if (writes_.proto != nullptr) return Refusal::writes;
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
    if (has_barrier_) called_ = nullptr, writes_ = {};
    if ((site->flags & (CallSite::kBarrier | CallSite::kModule)) || !(site->flags & CallSite::kPromotable))
      return;
    if (take_bound(frame, {proto, static_cast<uint32_t>(return_of(frame) - proto->code) - 1})) {
      called_ = frame;
      loop_ = nullptr;
    }
  }

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
    const Bound bound = bound_of_call(*Interpreter::running(frame), frame[-3], frame);
    if (bound.effect == Effect::write && !s_.eager_) return writes_ = call, false;
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
    const uint32_t slots = loop_ ? frames + 3 + loop_->rest->arity : frames + 1;
    auto* segment = allocator.make<Segment>(slots * sizeof(Value), s_.stand_, slots);
    segment->bound = bound_;
    segment->depth = slots - 1 + (s_.stand_ ? s_.stand_->depth : 0);
    std::copy_n(s_.stack_ + s_.bottom_, frames, segment->slots());
    if (loop_ != nullptr) {
      enter_rest(*segment, segment->slots() + frames);
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
    share(base[-3]);
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
  uint64_t left_ = 0;       // of the loop
  bool owes_push_ = false;  // the loop has not yet pushed the result of its current element
  // The call may return to this frame after another strand has: after a handler, or past a `rest`.
  bool comes_back_ = false;
  Value source_ = Value::undefined(), out_ = Value::undefined();  // the second half begins with these
  TraceEntry writes_{};  // the oldest call that only its effects keep from being split
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
  const uint64_t now = executor.worker->scheduler().now();
  if (now < executor.split_allowed_ns) return split.refuse(Refusal::too_soon);
  if (!split.find_oldest() || !split.perform()) split.refuse(split.reason());
  executor.split_allowed_ns = now + kShare * split.cost();
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

bool split_newest(Strand& strand) {
  Split split(strand);
  if (!split.consider_newest()) return false;
  return split.perform();
}

}  // namespace aspen
