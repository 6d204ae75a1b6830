// Which calls of a strand run: for traces, dumps and statistics.
#include <algorithm>

#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/strand.h"

namespace aspen {

namespace {

// Visits the frames from `base` down to the one at `lowest`, with the word that each is at. False once
// `visit` returns false.
template <class Visit>
bool each_frame(const Value* base, const Value* lowest, const Word* pc, const Visit& visit) {
  for (;;) {
    const Proto* proto = Interpreter::running(base);
    if (!visit(*proto, static_cast<uint32_t>(pc - proto->code))) return false;
    if (base == lowest) return true;
    pc = return_of(base) - 1;
    base = caller_of(base);
  }
}

}  // namespace

// Clears the registers below `end` that are not in `live`. Those past 63 count as live.
static void keep_only(Value* base, uint64_t live, unsigned end) {
  for (unsigned r = 0; r < std::min(end, 64u); ++r)
    if ((live >> r & 1) == 0) base[r] = Value::undefined();
}

// Likewise for a call with a window that begins at `end`, and that returns to `to`. Whether it has a row.
static bool keep_for_call(Value* base, const Word* to, unsigned end) {
  const CallSite* call = Interpreter::running(base)->call_site(to);
  if (call != nullptr) keep_only(base, call->live, end);
  return call != nullptr;
}

// For the running frame. A native, or a fiber that is resumed, has no frame of its own: its arguments are in
// the window of the call, and reach to `arguments_end` at least.
static void keep_in_top(Value* base, const Word* pc, const Value* arguments_end) {
  const Proto& proto = *Interpreter::running(base);
  const Op op = op_of(pc);
  if (op == Op::CallNative || op == Op::CallEffect || op == Op::Call) {
    Value* window = base + a_of(pc);
    if (op != Op::Call) std::fill_n(window, kHeaderSlots, Value::undefined());
    if (!keep_for_call(base, pc + words_of(op), a_of(pc))) return;
    Value* end = base + proto.frame_size;
    Value* dead = window + kHeaderSlots + b_of(pc);
    while (dead < arguments_end) ++dead;
    if (dead < end) std::fill(dead, end, Value::undefined());
  } else if (const LoopSite* loop = proto.loop_at(pc)) {
    constexpr uint64_t kState = 7;
    keep_only(base, loop->live | (loop->state < 64 ? kState << loop->state : 0), proto.frame_size);
  }
}

void Strand::forget_dead_registers() {
  if (base_ == nullptr) return;
  keep_in_top(base_, pc_, native_.top);
  for (Value* frame = base_; frame != stack_.lowest(); frame = caller_of(frame)) {
    Value* caller = caller_of(frame);
    keep_for_call(caller, return_of(frame), static_cast<unsigned>(frame - kHeaderSlots - caller));
  }
}

// An error that passes the stack goes on in the frames of the segments, as they are there.
template <class Visit>
void Strand::walk_frames(Visit visit) const {
  if (base_ == nullptr || !each_frame(base_, stack_.lowest(), pc_, visit)) return;
  for (const Segment* below = links_.stand; below != nullptr; below = below->parent) {
    const Value* slots = below->slots();
    const Value* base = slots + below->base;
    const Word* pc = below->resume - 1;
    if (below->loop != nullptr) {
      if (below->base == 3) continue;  // visited, in the iteration before
      pc = return_of(base) - 1;
      base = caller_of(base);
    }
    if (!each_frame(base, slots + 3, pc, visit)) return;
  }
}

template <class Visit>
void Strand::walk(Visit visit) const {
  walk_frames([&](const Proto& proto, uint32_t word) {
    return is_left_out(&proto) || visit(TraceEntry{&proto, word, TraceEntry::Role::call});
  });
}

bool Strand::may_catch() const {
  bool found = false;
  walk_frames([&](const Proto& proto, uint32_t word) {
    found = handler_of(proto.handlers, word) != nullptr;
    return !found;
  });
  return found;
}

void Strand::each_call(const std::function<bool(const TraceEntry&)>& visit) const { walk(visit); }

TraceEntry Strand::where() const {
  TraceEntry found;
  walk([&](TraceEntry entry) {
    found = entry;
    return false;
  });
  return found;
}

TraceEntry Strand::place_in_loop() const {
  TraceEntry found;
  const LoopSite* loop = links_.continues != nullptr ? links_.continues->loop : nullptr;
  if (loop == nullptr) return found;
  walk([&](TraceEntry entry) {
    const std::vector<LoopSite>& loops = entry.proto->loops;
    const bool owns = std::any_of(loops.begin(), loops.end(), [&](const LoopSite& l) { return &l == loop; });
    if (owns && (loop->contains(entry.word) || entry.word == loop->next)) found = entry;
    return !owns;
  });
  return found;
}

}  // namespace aspen
