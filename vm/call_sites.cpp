// A walk backwards over the code, repeated until nothing changes: as often as loops nest, and once more.
#include "vm/call_sites.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace aspen {

namespace {

using Registers = uint64_t;  // those past 63 are not followed: they count as live

constexpr Registers below(unsigned reg) { return reg >= 64 ? ~Registers{0} : (Registers{1} << reg) - 1; }
constexpr Registers run_of(unsigned first, unsigned count) { return below(first + count) & ~below(first); }

// What is true before an instruction.
struct Ahead {
  Registers live = 0;     // read before they are written
  Registers bound = 0;    // closures that a SetCapture still changes
  bool unsteady = false;  // sets a variable that somebody may look at too early
  bool sets = false;      // sets any other

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

// The registers that an instruction reads, and writes on its way to the next one and to its jump's target.
struct Access {
  Registers reads = 0, falling = 0, jumping = 0;
};

void add_operand(Access& access, Operand operand, unsigned value, unsigned next) {
  switch (operand) {
    case Operand::w:
      access.falling |= run_of(value, 1);
      access.jumping |= run_of(value, 1);
      return;
    case Operand::r:
    case Operand::rw:
    case Operand::v: access.reads |= run_of(value, 1); return;
    case Operand::run:
    case Operand::vrun: access.reads |= run_of(value, next); return;
    case Operand::pair: access.reads |= run_of(value, 2); return;
    case Operand::it: access.reads |= run_of(value, 3); return;
    case Operand::_:
    case Operand::win:
    case Operand::u8:
    case Operand::i8:
    case Operand::i16:
    case Operand::flags: return;
  }
}

// Whether the callee stands in the window as a value.
bool reads_callee(Op op) { return op == Op::Call || op == Op::TailCall || op == Op::Lend; }

void add_window(Access& access, Word word) {
  Op op = op_of(word);
  unsigned window = a_of(word), arguments = op == Op::LoadModule ? 0 : b_of(word);
  access.reads |= run_of(window + 3, arguments);
  if (reads_callee(op)) access.reads |= run_of(window, 1);
  // The callee's frame lies over all that is above.
  if (pushes_frame(op)) access.falling |= ~below(window);
  if (op == Op::CallNative) access.falling |= run_of(window, 1);
}

Access access_of(Word word) {
  const OpInfo& op = info(op_of(word));
  Access access;
  add_operand(access, op.a, a_of(word), b_of(word));
  add_operand(access, op.b, b_of(word), c_of(word));
  add_operand(access, op.c, c_of(word), 0);
  if (op.a == Operand::win) add_window(access, word);
  switch (op_of(word)) {
    case Op::TakeApart:
      access.reads = run_of(a_of(word), 1);
      access.falling = run_of(a_of(word), b_of(word));
      break;
    case Op::MakeClosure: access.reads = run_of(a_of(word), b_of(word)); break;
    case Op::IterPrepare:
      access.reads = run_of(a_of(word), 1);
      access.falling = run_of(a_of(word), 3);
      break;
    case Op::RangePrepare:
      access.reads = run_of(a_of(word), 2);
      access.falling = run_of(a_of(word), 3);
      break;
    case Op::IterNext:
    case Op::IterNextShared: access.falling = 0; break;
    case Op::JumpIfNoField:
    case Op::JumpIfNoKey:
    case Op::JumpIfNoPart: access.jumping = 0; break;
    default: break;
  }
  return access;
}

class Walk {
 public:
  Walk(FunctionCode& function, const std::vector<bool>& steady)
      : function_(function), ahead_(function.code.size() + 1) {
    for (uint32_t at = 0; at < function.code.size(); at += words_at(at)) starts_.push_back(at);
    for (const Relocation& relocation : function.relocations) {
      if (relocation.target != Relocation::Target::slot) continue;
      unsteady_[relocation.word - 1] = relocation.index >= steady.size() || !steady[relocation.index];
    }
    find_handlers();
  }

  void run() {
    if (function_.calls.empty()) return;
    while (pass()) {
    }
    for (size_t i = 0, row = 0; i < starts_.size() && row < function_.calls.size(); ++i) {
      uint32_t at = starts_[i];
      if (function_.calls[row].word == at + words_at(at)) complete(at, function_.calls[row++]);
    }
  }

 private:
  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  // True if a jump backwards, or a handler, has learned something new.
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
    Access access = access_of(word);
    Ahead out;
    if (falls_through(op_of(word))) out |= behind(at).without(access.falling);
    if (const Ahead* target = jump_target(at)) out |= target->without(access.jumping);
    out |= handled(at);
    out.live |= access.reads;
    note_writes(at, out);
    return out;
  }

  const Ahead& behind(uint32_t at) const { return ahead_[at + words_at(at)]; }

  const Ahead* jump_target(uint32_t at) const {
    const OpInfo& op = info(op_of(function_.code[at]));
    unsigned words = op.words();
    if (std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) == std::end(op.tails))
      return nullptr;
    return &ahead_[at + words + static_cast<uint32_t>(function_.code[at + words - 1])];
  }

  // Innermost first, as unwinding looks for them.
  void find_handlers() {
    handlers_.resize(function_.code.size(), nullptr);
    for (const Handler& handler : function_.handlers) {
      for (uint32_t at = handler.begin; at < handler.end; at += words_at(at)) {
        if (handlers_[at] == nullptr) handlers_[at] = &handler;
      }
    }
  }

  // What the handler reads should the instruction fail.
  Ahead handled(uint32_t at) const {
    const Handler* handler = handlers_[at];
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
    Ahead after = behind(at).without(access_of(word).falling);
    Registers live = after.live | handled(at).live;
    assert((live & ~below(a_of(word))) == 0 && "what lives during a call stands below its window");
    call.live = live & below(a_of(word));
    if (after.bound != 0 || after.unsteady) call.flags |= CallSite::kBarrier;
    if (after.sets) call.flags |= CallSite::kPublishes;
  }

  FunctionCode& function_;
  std::vector<uint32_t> starts_;
  std::vector<Ahead> ahead_;                     // by word
  std::vector<const Handler*> handlers_;         // by word of an instruction; null: none
  std::unordered_map<uint32_t, bool> unsteady_;  // by word of an instruction on a slot
};

}  // namespace

void complete_call_sites(FunctionCode& function, const std::vector<bool>& steady) {
  Walk(function, steady).run();
}

}  // namespace aspen
