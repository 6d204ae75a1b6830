#include "vm/split.h"

#include <algorithm>

#include "sched/worker.h"
#include "vm/bound.h"
#include "vm/future.h"
#include "vm/heap.h"
#include "vm/interpreter.h"
#include "vm/machine.h"
#include "vm/runtime.h"
#include "vm/timeline.h"

namespace aspen {

namespace {

// A split costs at most this share of the time since the one before.
constexpr uint64_t kShare = 20;
// What one costs besides copying: objects, queue, and the wake that follows.
constexpr uint64_t kSplitNs = 2'000;
// Looking at a frame; copying one slot now, and one byte of a container that is shared from now on, perhaps
// later.
constexpr uint64_t kFramePs = 10'000, kSlotPs = 1'000, kSharedBytePs = 100;

Value* caller_of(Value* base) {
  return reinterpret_cast<Value*>(reinterpret_cast<std::byte*>(base) - base[-1].bits());
}
const Word* return_of(const Value* base) { return reinterpret_cast<const Word*>(base[-2].bits()); }

}  // namespace

// One split of one strand.
class Split {
 public:
  explicit Split(Strand& strand) : s_(strand) {}

  // The call to split at is the oldest that may be, or none.
  bool find_oldest() {
    for (Value* frame = s_.base_; !s_.is_bottom(frame); frame = caller_of(frame)) {
      ++walked_;
      consider(frame);
    }
    return called_ != nullptr;
  }

  // The frame that has just been made; those below have been considered when they were. All of them go into
  // the segment.
  bool consider_newest() {
    if (s_.is_bottom(s_.base_)) return false;
    const auto caller = static_cast<uint32_t>(caller_of(s_.base_) - s_.stack_);
    if (s_.barrier_ < caller) return false;
    s_.barrier_ = UINT32_MAX;
    consider(s_.base_);
    if (has_barrier_) s_.barrier_ = caller;
    return called_ != nullptr;
  }

  void perform() {
    Allocator& allocator = s_.allocator();
    Future* future = allocator.make<Future>(0);
    Segment* segment = make_segment(allocator);
    segment->future = future;
    Runtime& runtime = *s_.machine().runtime();
    Executor& executor = *s_.executor_;
    Runtime::Taken fresh = runtime.take_strand(executor);
    fresh.strand.eager_ = s_.eager_;
    runtime.note_split();
    if (!s_.timeline_->split(s_, *segment, fresh.strand)) return runtime.give_back(executor, fresh);
    copied_ = segment->length;
    s_.bottom_ = segment_end();
    called_[-2] = raw_slot(kEndCode);
    Runtime::enqueue(executor, fresh);
    executor.worker->note_split();
  }

  Executor& executor() { return *s_.executor_; }
  bool is_forbidden() const { return s_.machine().runtime()->policy() == SplitPolicy::never; }

  // In nanoseconds, what comes later included.
  uint64_t cost() const {
    const uint64_t ps = walked_ * kFramePs + copied_ * kSlotPs + shared_bytes_ * kSharedBytePs;
    return (called_ ? kSplitNs : 0) + ps / 1000;
  }

 private:
  // `frame` is that of a call which its caller waits for.
  void consider(Value* frame) {
    Value* caller = caller_of(frame);
    const Proto* proto = Interpreter::running(caller);
    const CallSite* site = proto->call_site(return_of(frame));
    if (site == nullptr) return;
    // What is below this frame cannot go on without it, and it may not yet.
    has_barrier_ = (site->flags & CallSite::kBarrier) != 0;
    if (has_barrier_) called_ = nullptr;
    if ((site->flags & (CallSite::kBarrier | CallSite::kModule)) || !(site->flags & CallSite::kPromotable))
      return;
    // What only writes keeps the rest waiting; that is worth it to those who want every schedule.
    const Bound bound = bound_of_call(*Interpreter::running(frame), frame[-3], frame);
    if (bound.effect == Effect::write && !s_.eager_) return;
    const Effect effect = bound.strongest();
    called_ = frame;
    bound_ = s_.stand_ ? std::min(effect, s_.stand_->bound) : effect;
  }

  uint32_t segment_end() const { return static_cast<uint32_t>(called_ - 3 - s_.stack_); }

  Segment* make_segment(Allocator& allocator) {
    const uint32_t slots = segment_end() - s_.bottom_ + 1;
    auto* segment = allocator.make<Segment>(slots * sizeof(Value), s_.stand_, slots);
    Value* caller = caller_of(called_);
    segment->resume = return_of(called_);
    segment->bound = bound_;
    segment->base = static_cast<uint32_t>(caller - s_.stack_) - s_.bottom_;
    segment->depth = slots - 1 + (s_.stand_ ? s_.stand_->depth : 0);
    std::copy_n(s_.stack_ + s_.bottom_, slots, segment->slots());
    segment->slots()[slots - 1] = Value::undefined();
    for (Value* frame = called_; !s_.is_bottom(frame);) {
      Value* below = caller_of(frame);
      share_live(below, frame, *segment);
      const auto end =
          static_cast<uint32_t>(below - s_.stack_) - s_.bottom_ + Interpreter::running(below)->frame_size;
      segment->height = std::max(segment->height, end);
      frame = below;
    }
    return segment;
  }

  // The registers of one frame: what the call leaves alive has two owners from now on, the rest is left out.
  void share_live(Value* base, const Value* called, Segment& segment) {
    const Proto* proto = Interpreter::running(base);
    const CallSite* site = proto->call_site(return_of(called));
    Value* copy = segment.slots() + (base - s_.stack_ - s_.bottom_);
    share(base[-3]);
    for (ptrdiff_t r = 0; r < called - 3 - base; ++r) {
      if (site != nullptr && !site->is_live(static_cast<unsigned>(r))) {
        copy[r] = Value::undefined();
      } else if (base[r].is_object()) {
        share_slot(base[r]);
      }
    }
  }

  void share_slot(Value v) {
    if (!v.as_object()->is_shared()) shared_bytes_ += Heap::object_size(v.as_object());
    share(v);
  }

  Strand& s_;
  Value* called_ = nullptr;  // registers of the call that is split at
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
  if (now < executor.split_allowed_ns) return;
  if (split.find_oldest()) split.perform();
  executor.split_allowed_ns = now + kShare * split.cost();
}

bool split_newest(Strand& strand) {
  Split split(strand);
  if (!split.consider_newest()) return false;
  split.perform();
  return true;
}

}  // namespace aspen
