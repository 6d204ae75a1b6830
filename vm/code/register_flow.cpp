// Walks forwards from the entry and records what is known at each target of a jump or a handler. If another
// path withdraws part of what is known at a target, the code after it is visited again.
#include "vm/code/register_flow.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "vm/code/loop_sites.h"
#include "vm/code/register_access.h"

namespace aspen {

namespace {

constexpr size_t kMostVisits = 32;  // visited instructions for each word of code; compiled code: one or two

// What holds on all paths that lead to an instruction.
struct Known {
  RegisterSet written;  // registers that have a value
  RegisterSet loops;    // r: R[r] … R[r+2] are as left by a Prepare of R[r] and steps of that loop
  RegisterSet rounds;   // r: R[r] is as left by a LoopPrepare
  RegisterSet entered;  // r: likewise, or by a Prepare and steps: what LeaveLoop needs

  bool operator==(const Known&) const = default;
  Known& operator&=(const Known& o) {
    written &= o.written;
    loops &= o.loops;
    rounds &= o.rounds;
    entered &= o.entered;
    return *this;
  }
  void end_loops(const RegisterSet& changed) {
    const RegisterSet one_below = changed.moved_down();
    loops = loops - (changed | one_below | one_below.moved_down());
    rounds = rounds - changed;
    entered = entered - changed;
  }
  void forget(const RegisterSet& lost) {
    written = written - lost;
    end_loops(lost);
  }
};

// The target of a jump or of a handler, or the start of the function.
struct Entry {
  uint32_t at = 0;
  Known known;
  bool is_reached = false;
  bool is_due = false;  // something was withdrawn since the code after it was last visited
};

class RegisterFlow {
 public:
  explicit RegisterFlow(const FunctionCode& function)
      : function_(function),
        handlers_(disjoint_handlers(function.handlers)),
        entry_at_(function.code.size(), kNoEntry) {
    for (const LoopSite& loop : function.loops) rows_[loop.next] = &loop;
    find_entries();
  }

  FlowFault find_fault() {
    merge(0, {RegisterSet::below(function_.arity), {}, {}, {}});
    while (!due_.empty() && walk_from(take_due())) {
    }
    return fault_;
  }

 private:
  static constexpr uint32_t kNoEntry = UINT32_MAX;

  static bool prepares(Op op) { return op == Op::IterPrepare || op == Op::RangePrepare; }

  bool fail(uint32_t at, const char* what) {
    fault_ = {at, what};
    return false;
  }

  Op op_at(uint32_t at) const { return op_of(function_.code[at]); }
  unsigned words_at(uint32_t at) const { return info(op_at(at)).words(); }

  bool jumps(uint32_t at) const {
    const OpInfo& op = info(op_at(at));
    return std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) != std::end(op.tails);
  }
  uint32_t jump_target(uint32_t at) const {
    const unsigned words = words_at(at);
    return at + words + function_.code[at + words - 1];
  }

  void find_entries() {
    std::vector<bool> leads(function_.code.size());
    leads[0] = true;
    for (uint32_t at = 0; at < function_.code.size(); at += words_at(at)) {
      if (jumps(at)) leads[jump_target(at)] = true;
    }
    for (const Handler& handler : handlers_) leads[handler.target] = true;
    for (uint32_t at = 0; at < leads.size(); ++at) {
      if (!leads[at]) continue;
      entry_at_[at] = static_cast<uint32_t>(entries_.size());
      entries_.push_back({at, {}, false, false});
    }
  }

  void merge(uint32_t at, const Known& known) {
    Entry& entry = entries_[entry_at_[at]];
    Known merged = known;
    if (entry.is_reached) merged &= entry.known;
    if (entry.is_reached && merged == entry.known) return;
    entry.known = merged;
    if (!entry.is_due) due_.push(entry_at_[at]);
    entry.is_reached = entry.is_due = true;
  }

  Entry& take_due() {
    Entry& entry = entries_[due_.top()];
    due_.pop();
    entry.is_due = false;
    return entry;
  }

  // Walks to the next entry, or to the end of the path.
  bool walk_from(const Entry& entry) {
    Known known = entry.known;
    for (uint32_t at = entry.at;;) {
      if (++visits_ > kMostVisits * function_.code.size())
        return fail(at, "the loops are too entangled to be checked");
      if (!step(at, known)) return false;
      if (!falls_through(op_at(at))) return true;
      at += words_at(at);
      if (entry_at_[at] == kNoEntry) continue;
      merge(at, known);
      return true;
    }
  }

  // Walks over the instruction at `at`; records what is known for its other successors.
  bool step(uint32_t at, Known& known) {
    const Word word = function_.code[at];
    const Op op = op_of(word);
    const RegisterAccess access = access_of(word);
    if (!known.written.contains(access.reads)) return fail(at, "a register is read that has no value");
    if (!is_prepared(at, known)) return fail(at, "a loop takes a step that it was not prepared for");
    if (info(op).a == Operand::win && !falls_over_window(at, known)) return false;
    step_loop(at, known);
    known.end_loops(access.falling | access.jumping | access.updates);
    raise(at, known);
    if (jumps(at))
      merge(jump_target(at), {known.written | access.jumping, known.loops, known.rounds, known.entered});
    if (pushes_frame(op)) {
      known.written |= RegisterSet::run(a_of(word), 1);
    } else {
      known.written |= access.falling;
    }
    if (prepares(op)) known.loops |= RegisterSet::run(a_of(word), 1);
    if (op == Op::LoopPrepare) known.rounds |= RegisterSet::run(a_of(word), 1);
    if (prepares(op) || op == Op::LoopPrepare) known.entered |= RegisterSet::run(a_of(word), 1);
    return true;
  }

  bool is_prepared(uint32_t at, const Known& known) const {
    const unsigned a = a_of(function_.code[at]);
    const Op op = op_at(at);
    if (is_step(op)) return known.loops.contains(a);
    if (op == Op::LeaveLoop) return known.entered.contains(a);
    const LoopSite* row = jumps_back(op) ? loop_row(at) : nullptr;
    return row == nullptr || known.rounds.contains(row->state);
  }

  // A loop may be split before its next step: what its row calls dead is then left out.
  void step_loop(uint32_t at, Known& known) const {
    const Op op = op_at(at);
    const LoopSite* row = is_step(op) || jumps_back(op) ? loop_row(at) : nullptr;
    if (row == nullptr) return;
    RegisterSet kept = RegisterSet::all();
    kept.set_first_64(row->live);
    known.forget(RegisterSet::all() - kept);
  }

  const LoopSite* loop_row(uint32_t at) const {
    const auto row = rows_.find(at);
    return row != rows_.end() ? row->second : nullptr;
  }

  // The effect of a call on the registers, whether it returns or raises.
  bool falls_over_window(uint32_t at, Known& known) {
    const Word word = function_.code[at];
    const unsigned window = a_of(word);
    if (const CallSite* row = row_of(at)) {
      RegisterSet kept = RegisterSet::all();
      kept.set_first_64(row->live);
      known.forget(RegisterSet::all() - (kept & RegisterSet::below(window)));
    } else {
      known.end_loops(RegisterSet::run(window, 3u + b_of(word)));
    }
    // A callee that returns a tuple writes its items to the registers of a TakeApart directly after the call.
    const uint32_t behind = at + words_at(at);
    const bool taken_apart = pushes_frame(op_of(word)) && op_at(behind) == Op::TakeApart;
    return !taken_apart || a_of(function_.code[behind]) == window
               ? true
               : fail(at, "what a call returns is taken apart elsewhere");
  }

  // Also for natives, which may wait, and then be split off like a call.
  const CallSite* row_of(uint32_t at) const {
    const uint32_t behind = at + words_at(at);
    auto before = [](const CallSite& row, uint32_t word) { return row.word < word; };
    auto row = std::lower_bound(function_.calls.begin(), function_.calls.end(), behind, before);
    return row != function_.calls.end() && row->word == behind ? &*row : nullptr;
  }

  void raise(uint32_t at, const Known& known) {
    const Handler* handler = handler_of(handlers_, at);
    if (handler == nullptr) return;
    const RegisterSet error = RegisterSet::run(handler->error_register, 1);
    Known caught = known;
    caught.end_loops(error);
    caught.written |= error;
    merge(handler->target, caught);
  }

  const FunctionCode& function_;
  std::unordered_map<uint32_t, const LoopSite*> rows_;  // of its loops, by the word of their steps
  const std::vector<Handler> handlers_;                 // disjoint
  std::vector<uint32_t> entry_at_;                      // by word: index in entries_, or kNoEntry
  std::vector<Entry> entries_;                          // ascending
  // The first due entry in the code comes first: when it is visited, what is known before it is final.
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> due_;
  size_t visits_ = 0;
  FlowFault fault_;
};

}  // namespace

FlowFault find_flow_fault(const FunctionCode& function) { return RegisterFlow(function).find_fault(); }

}  // namespace aspen
