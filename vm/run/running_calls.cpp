// Which calls of a strand run: for traces, dumps and statistics.
#include <algorithm>

#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/strand.h"

namespace aspen {

namespace {

// Visits the frames from `base` down to the one at `lowest`. False once `visit` returns false.
template <class Visit>
bool each_frame(const Value* base, const Value* lowest, const Word* pc, const Visit& visit) {
  for (;;) {
    const Proto* proto = Interpreter::running(base);
    const TraceEntry entry{proto, static_cast<uint32_t>(pc - proto->code), TraceEntry::Role::call};
    if (!is_left_out(proto) && !visit(entry)) return false;
    if (base == lowest) return true;
    pc = return_of(base) - 1;
    base = caller_of(base);
  }
}

}  // namespace

template <class Visit>
void Strand::walk(Visit visit) const {
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
