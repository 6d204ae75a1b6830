#include "vm/run/parallel/perform_split.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>

#include "sched/worker.h"
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

// One split of one strand.
class Split {
 public:
  Split(Strand& strand, const SplitPlace& place, SplitCost& cost)
      : s_(strand), place_(place), called_(place.frame), cost_(cost) {}

  bool perform() {
    if (!can_halve() || !allocate()) return false;
    fill_segment();
    Runtime& runtime = *s_.machine().runtime();
    Executor& executor = *s_.executor_;
    const StrandStore::Taken taken = runtime.take_strand(executor);
    Strand& fresh = taken.strand;
    fresh.eager_ = s_.eager_;
    fresh.priority = s_.priority;
    runtime.note_split();
    // Before any worker can start it.
    executor.worker->trace_detail(sched::TraceKind::announce, &fresh, fresh.type->name, {});
    if (!s_.timeline_->split(s_, *segment_, fresh))
      return runtime.strands().give_back(executor, taken), false;
    executor.counters.split.add();
    cost_.copied += segment_->length;
    s_.stack_.bottom = slot_of(called_) - 3;
    set_return(called_, kEndCode);
    if (place_.loop != nullptr) mark(segment_);
    Runtime::enqueue(executor, taken);
    executor.worker->note_split();
    return true;
  }

 private:
  // False if there is no room for the second list of results.
  bool can_halve() const {
    if (place_.range == nullptr || place_.range->out == RangeLoop::kNoRegister) return true;
    const Value out = called_[place_.range->out];
    if (!is_kind(out, Kind::List) || !is_writable(as<List>(out)) || place_.left >= kMostElements)
      return false;
    return s_.allocator().can_allocate(neighbour_bytes(as<List>(out), places(), given()));
  }

  // Makes all that the split needs, and takes what it gives away. False, and nothing has changed, if there is
  // no memory. The strand may just have acquired something, so the exception may not end its instruction.
  bool allocate() {
    std::array<Value, 3> state;
    if (place_.range != nullptr) std::copy_n(called_ + place_.range->state, state.size(), state.data());
    try {
      make_all();
      return true;
    } catch (const std::bad_alloc&) {
      if (place_.range != nullptr) std::copy_n(state.data(), state.size(), called_ + place_.range->state);
      return false;
    }
  }

  void make_all() {
    Allocator& allocator = s_.allocator();
    auto* future = allocator.make<Future>(0);
    if (place_.loop != nullptr) make_carried(allocator);
    make_segment(allocator, future);
    s_.machine().runtime()->strands().reserve(*s_.executor_);
    if (place_.halves()) halve_state(allocator, called_ + place_.loop->state, rest_.data(), place_.kept);
    if (place_.range != nullptr) halve(allocator);
  }

  // Gives away the second half of the remaining elements, and the places for their results in the list.
  void halve(Allocator& allocator) {
    source_ = take_rest(allocator, called_ + place_.range->state, place_.left / 2);
    if (place_.range->out == RangeLoop::kNoRegister) return;
    auto* list = as<List>(called_[place_.range->out]);
    // Its elements may move to another array.
    if (neighbour_bytes(list, places(), given()) > sizeof(List)) cost_.copied += list->length;
    out_ = Value::object(make_neighbour(allocator, list, places(), given()));
  }

  // How many results the strand will push, and how many the other one. can_halve has refused more than fit.
  uint32_t places() const { return static_cast<uint32_t>(place_.left / 2 + place_.owes_push); }
  uint32_t given() const { return static_cast<uint32_t>(place_.left - place_.left / 2); }

  uint32_t slot_of(const Value* at) const { return s_.stack_.slot_of(at); }

  // The frames that do not continue here.
  uint32_t frames() const { return slot_of(called_) - 3 - s_.stack_.bottom; }

  // Room for the frames that do not continue here, and the place for the result of the part that does: that
  // of the call in its caller's frame, or the last register of the loop's `rest`, which has just been called.
  void make_segment(Allocator& allocator, Future* future) {
    const uint32_t slots = frames() + slots_of_top();
    segment_ = allocator.make<Segment>(slots * sizeof(Value), s_.links_.stand, slots);
    std::fill_n(segment_->slots(), slots, Value::undefined());
    segment_->future = future;
    segment_->bound = place_.bound;
    segment_->depth = (place_.loop ? frames() : slots - 1) + (s_.links_.stand ? s_.links_.stand->depth : 0);
  }

  void fill_segment() {
    Value* top = std::copy_n(s_.stack_.lowest_header(), frames(), segment_->slots());
    if (place_.range != nullptr) {
      enter_rest(*segment_, top);
    } else if (place_.loop != nullptr) {
      enter_iteration(*segment_, top);
    } else {
      segment_->resume = return_of(called_);
      segment_->base = slot_of(caller_of(called_)) - s_.stack_.bottom;
    }
    segment_->slots()[segment_->length - 1] = Value::undefined();
    for (Value* frame = called_; !s_.is_bottom(frame);) {
      Value* below = caller_of(frame);
      share_live(below, frame, *segment_);
      const uint32_t end = slot_of(below) - s_.stack_.bottom + Interpreter::running(below)->frame_size;
      segment_->height = std::max(segment_->height, end);
      frame = below;
    }
  }

  // Slots of the frame that is made for the new strand, with its header, and one for the call's result.
  uint32_t slots_of_top() const {
    if (place_.range != nullptr) return 3 + place_.range->rest->arity;
    return place_.loop != nullptr ? 3 + Interpreter::running(called_)->frame_size + 1 : 1;
  }

  // What the next iteration begins with in the registers that the loop carries.
  void make_carried(Allocator& allocator) {
    const Proto& proto = *Interpreter::running(called_);
    const LoopSite& loop = *place_.loop;
    const uint64_t known = place_.halves() ? 0 : next_values(proto, loop, place_.at, called_, carried_);
    for (uint64_t left = known; left != 0; left &= left - 1) {
      const Value v = carried_[static_cast<unsigned>(std::countr_zero(left))];
      if (v.is_object()) share_slot(v);
    }
    awaited_ = (loop.carried & ~known) | unshared(loop.idle);
    for (uint64_t left = awaited_; left != 0; left &= left - 1) {
      const auto reg = static_cast<unsigned>(std::countr_zero(left));
      const bool is_sum = place_.halves() && loop.is_carried(reg);
      const SumKind kind = is_sum ? sum_kind(loop, reg, called_[reg]) : SumKind::none;
      carried_[reg] = Value::object(allocator.make<Future>(0, kind));
      // The half may begin again from the value, so it must not change a text or list in place.
      if (kind != SumKind::none) share(carried_[reg]);
    }
  }

  // A container that a later iteration of a loop around this one updates: if both strands had it, that would
  // copy it. The next iterations of this loop do not need it, so the new strand gets a future of it.
  uint64_t unshared(uint64_t registers) const {
    uint64_t found = 0;
    for (uint64_t left = registers; left != 0; left &= left - 1) {
      const Value v = called_[std::countr_zero(left)];
      if (v.is_object() && !v.as_object()->is_shared()) found |= left & -left;
    }
    return found;
  }

  // The step of a loop without a source looks for the mark only after its first split.
  void mark(Segment* segment) {
    if (place_.halves()) return set_at_end(called_[place_.loop->state + 2], AtEnd::leaves);
    called_[place_.loop->state] = Value::object(segment);
    const Word* step = Interpreter::running(called_)->code + place_.loop->next;
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
      if (place_.loop->is_carried(r) || (r < 64 && (awaited_ >> r & 1) != 0)) {
        to = carried_[r];
      } else if (place_.loop->is_live(r)) {
        if (called_[r].is_object()) share_slot(called_[r]);
        to = called_[r];
      } else {
        to = Value::undefined();
      }
    }
    if (place_.halves()) {
      std::copy_n(rest_.data(), rest_.size(), header + 3 + place_.loop->state);
      share(rest_[0]);
    }
    segment.loop = place_.loop;
    segment.pace = &proto.pace_of(*place_.loop);
    segment.is_half = place_.halves();
    segment.carried = awaited_;
    segment.resume = proto.code + place_.loop->next;
    segment.base = static_cast<uint32_t>(header + 3 - segment.slots());
    segment.at = segment.base;
    segment.height = segment.base + proto.frame_size;
    comes_back_ = true;
  }

  // Makes the frame of `rest`, as if it had just been called in place of the loop's function.
  void enter_rest(Segment& segment, Value* header) {
    const Proto& rest = *place_.range->rest;
    header[0] = raw_slot(&rest);
    header[1] = called_[-2];
    header[2] = called_[-1];
    const unsigned arity = Interpreter::running(called_)->arity;
    for (unsigned i = 0; i + 1 < rest.arity; ++i) {
      if (i == place_.range->source) {
        header[3 + i] = source_;
      } else if (i == place_.range->out || i >= arity) {
        header[3 + i] = out_;
      } else {
        if (called_[i].is_object()) share_slot(called_[i]);
        header[3 + i] = called_[i];
      }
    }
    segment.resume = rest.code;
    segment.base = static_cast<uint32_t>(header + 3 - segment.slots());
    segment.height = segment.base + rest.frame_size;
    segment.decisive = place_.range->decisive;
    comes_back_ = place_.range->decisive != Decisive::none;
  }

  // Copies a frame's registers: values that are live after the call become shared, others are left out.
  void share_live(Value* base, const Value* called, Segment& segment) {
    const Proto* proto = Interpreter::running(base);
    const CallSite* site = proto->call_site(return_of(called));
    Value* copy = segment.slots() + (base - s_.stack_.begin - s_.stack_.bottom);
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
    if (!v.as_object()->is_shared()) cost_.shared_bytes += Heap::object_size(v.as_object());
    share(v);
  }

  Strand& s_;
  const SplitPlace& place_;
  Value* const called_;  // place_.frame
  SplitCost& cost_;
  Segment* segment_ = nullptr;
  std::array<Value, 64> carried_;  // of the next iteration, by register: futures, and values that are known
  uint64_t awaited_ = 0;           // bit r: register r has a future there
  std::array<Value, 3> rest_;      // the state of the loop over the elements that the frame does not keep
  // The call may return to this frame after another strand has: after a handler, or past a `rest`.
  bool comes_back_ = false;
  Value source_ = Value::undefined(), out_ = Value::undefined();  // the second half begins with these
};

bool perform_split(Strand& strand, const SplitPlace& place, SplitCost& cost) {
  return Split(strand, place, cost).perform();
}

}  // namespace aspen
