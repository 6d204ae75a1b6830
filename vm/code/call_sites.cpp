// Walks backwards over the code until nothing changes: as often as loops nest, and once more.
#include "vm/code/call_sites.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "vm/code/loop_sites.h"
#include "vm/code/register_access.h"

namespace aspen {

namespace {

using Registers = uint64_t;  // those past 63 are not tracked: they count as live

constexpr Registers below(unsigned reg) { return reg >= 64 ? ~Registers{0} : (Registers{1} << reg) - 1; }
constexpr Registers run_of(unsigned first, unsigned count) { return below(first + count) & ~below(first); }

// What holds before an instruction.
struct Ahead {
  Registers live = 0;     // read before they are written
  Registers bound = 0;    // closures that a later SetCapture changes
  bool unsteady = false;  // sets a variable that other code may read too early
  bool sets = false;      // sets another variable

  bool operator==(const Ahead&) const = default;
  Ahead without(Registers written) const { return {live & ~written, bound & ~written, unsteady, sets}; }
  Ahead& operator|=(const Ahead& o) {
    live |= o.live;
    bound |= o.bound;
    unsteady |= o.unsteady;
    sets |= o.sets;
    return *this;
  }
};

class Walk {
 public:
  Walk(FunctionCode& function, const std::vector<bool>& steady)
      : function_(function),
        ahead_(function.code.size() + 1),
        handlers_(disjoint_handlers(function.handlers)) {
    for (uint32_t at = 0; at < function.code.size(); at += words_at(at)) starts_.push_back(at);
    for (const Relocation& relocation : function.relocations) {
      if (relocation.target != Relocation::Target::slot) continue;
      unsteady_[relocation.word - 1] = relocation.index >= steady.size() || !steady[relocation.index];
    }
  }

  void run() {
    function_.loops = find_loops(function_);
    for (const LoopSite& loop : function_.loops) states_[loop.next] = loop.state;
    if (function_.calls.empty() && function_.loops.empty()) return;
    while (pass()) {
    }
    complete_loops();
    for (size_t i = 0, row = 0; i < starts_.size() && row < function_.calls.size(); ++i) {
      uint32_t at = starts_[i];
      if (function_.calls[row].word == at + words_at(at)) complete(at, function_.calls[row++]);
    }
  }

 private:
  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  // True if a backward jump or a handler has received new information.
  bool pass() {
    bool again = false;
    for (size_t i = starts_.size(); i-- > 0;) {
      uint32_t at = starts_[i];
      Ahead now = before(at);
      if (now == ahead_[at]) continue;
      ahead_[at] = now;
      again = true;
    }
    return again;
  }

  Ahead before(uint32_t at) const {
    Word word = function_.code[at];
    RegisterAccess access = access_of(word);
    Ahead out;
    if (falls_through(op_of(word))) out |= behind(at).without(access.falling.first_64());
    if (const Ahead* target = jump_target(at)) out |= target->without(access.jumping.first_64());
    out |= handled(at);
    out.live |= access.reads.first_64() | state_at(at);
    note_writes(at, out);
    return out;
  }

  // The step of a loop without a source reads its state only after a split.
  Registers state_at(uint32_t at) const {
    if (!jumps_back(op_of(function_.code[at]))) return 0;
    const auto state = states_.find(at);
    return state != states_.end() ? run_of(state->second, 1) : 0;
  }

  const Ahead& behind(uint32_t at) const { return ahead_[at + words_at(at)]; }

  const Ahead* jump_target(uint32_t at) const {
    const OpInfo& op = info(op_of(function_.code[at]));
    unsigned words = op.words();
    if (std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) == std::end(op.tails))
      return nullptr;
    return &ahead_[at + words + static_cast<uint32_t>(function_.code[at + words - 1])];
  }

  // What the handler reads if the instruction fails.
  Ahead handled(uint32_t at) const {
    const Handler* handler = handler_of(handlers_, at);
    if (handler == nullptr) return {};
    return ahead_[handler->target].without(run_of(handler->error_register, 1));
  }

  void note_writes(uint32_t at, Ahead& out) const {
    Word word = function_.code[at];
    Op op = op_of(word);
    if (op == Op::SetCapture) {
      out.bound |= run_of(a_of(word), 1);
      if (a_of(word) >= 64) out.unsteady = true;
    }
    if (op != Op::SetSlot && op != Op::TakeSlot) return;
    auto found = unsteady_.find(at);
    bool unsteady = op == Op::TakeSlot || found == unsteady_.end() || found->second;
    (unsteady ? out.unsteady : out.sets) = true;
  }

  void complete(uint32_t at, CallSite& call) const {
    Word word = function_.code[at];
    Ahead after = behind(at).without(access_of(word).falling.first_64());
    Registers live = after.live | handled(at).live;
    assert((live & ~below(a_of(word))) == 0 && "what lives during a call stands below its window");
    call.live = live & below(a_of(word));
    if (after.bound != 0 || after.unsteady) call.flags |= CallSite::kBarrier;
    if (after.sets) call.flags |= CallSite::kPublishes;
  }

  // The next steps begin while the body still runs, so the code after it may change nothing that the body
  // sees.
  void complete_loops() {
    auto is_bound = [&](const LoopSite& loop) {
      return ahead_[loop.next].bound != 0 || ahead_[loop.next].unsteady;
    };
    std::erase_if(function_.loops, is_bound);
    for (LoopSite& loop : function_.loops) {
      loop.live = ahead_[loop.next].live;
      loop.carried &= loop.live;
    }
  }

  FunctionCode& function_;
  std::unordered_map<uint32_t, uint8_t> states_;  // of its loops, by the word of their steps
  std::vector<uint32_t> starts_;
  std::vector<Ahead> ahead_;                     // by word
  std::vector<Handler> handlers_;                // disjoint
  std::unordered_map<uint32_t, bool> unsteady_;  // by word of an instruction on a slot
};

}  // namespace

void complete_call_sites(FunctionCode& function, const std::vector<bool>& steady) {
  Walk(function, steady).run();
}

}  // namespace aspen
