// Which variables of a loop each half of it may have for itself: sums, and the best of what the loop looks at
// (docs/loops.md).
#include <algorithm>
#include <array>

#include "vm/code/loop_sites.h"
#include "vm/code/same_value.h"

namespace aspen {

namespace {

// An error in the body would show it a value that is not complete.
bool is_caught_outside(const FunctionCode& function, const LoopSite& loop) {
  return std::any_of(function.handlers.begin(), function.handlers.end(), [&](const Handler& handler) {
    const bool covers = handler.begin < loop.next && handler.end > loop.begin;
    return covers && !loop.contains(handler.target);
  });
}

RegisterSet bit(unsigned reg) { return RegisterSet::run(reg, 1); }
RegisterSet first_64(uint64_t bits) {
  RegisterSet set;
  set.set_first_64(bits);
  return set;
}

class SumSearch {
 public:
  SumSearch(const FunctionCode& function, LoopSite& loop) : function_(function), loop_(loop) {}

  void find() {
    note_targets();
    for (uint32_t at = loop_.begin; at < loop_.next;) {
      if (targets_[at - loop_.begin]) before_.clear();
      const Word* instruction = &function_.code[at];
      if (op_of(*instruction) == Op::LeaveLoop && a_of(*instruction) == loop_.state) {
        loop_.bests = {};
        return;
      }
      const uint32_t end = end_of_best(at);
      if (end == at) {
        note(at);
        before_.push_back(at);
      }
      at = end != at ? end : at + words_at(at);
    }
    loop_.sums = (summed_ - others_ - (pushed_ & first_)).first_64() & loop_.carried & ~best_;
    loop_.numbers = loop_.sums & ~pushed_.first_64();
    loop_.appends = loop_.sums & ~first_.first_64();
    for (LoopSite::Best& best : loop_.bests) {
      const bool is_apart = (first_64(best.group) & (others_ | summed_ | shared_)).is_empty();
      if (!is_apart || (best.group & ~loop_.carried) != 0) best = {};
    }
  }

 private:
  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  void note_targets() {
    targets_.assign(loop_.next - loop_.begin, false);
    const auto note_target = [&](uint32_t at) {
      if (loop_.contains(at)) targets_[at - loop_.begin] = true;
    };
    for (uint32_t at = loop_.begin; at < loop_.next; at += words_at(at)) {
      if (const std::optional<uint32_t> target = target_of(function_.code.data(), at)) note_target(*target);
    }
    for (const Handler& handler : function_.handlers) note_target(handler.target);
  }

  // Where each register is first and last read without a write before that in the same straight piece of
  // code.
  void note_exposed() {
    has_exposed_ = true;
    first_exposed_.fill(UINT32_MAX);
    RegisterSet written;
    for (uint32_t at = loop_.begin; at < loop_.next; at += words_at(at)) {
      if (targets_[at - loop_.begin]) written = {};
      const RegisterAccess access = access_of(function_.code[at]);
      ((access.reads | access.updates) - written).each([&](unsigned reg) {
        first_exposed_[reg] = std::min(first_exposed_[reg], at);
        last_exposed_[reg] = at;
      });
      written |= access.falling;
    }
  }

  // Whether code outside of the block may read what the block has written to one of the registers.
  bool is_read_outside(uint32_t begin, uint32_t end, const RegisterSet& registers) {
    if (!has_exposed_) note_exposed();
    bool found = false;
    registers.each([&](unsigned reg) {
      const bool is_read = first_exposed_[reg] != UINT32_MAX;
      found |= is_read && (first_exposed_[reg] < begin || last_exposed_[reg] >= end);
    });
    return found;
  }

  void note(uint32_t at) {
    const Word* instruction = &function_.code[at];
    const RegisterAccess access = access_of(*instruction);
    RegisterSet touched = access.reads | access.falling | access.jumping | access.updates;
    if (const Addition addition = addition_at(instruction); addition.reg >= 0) {
      const RegisterSet sum = bit(static_cast<unsigned>(addition.reg));
      summed_ |= sum;
      if (addition.pushes) pushed_ |= sum;
      if (addition.is_first) first_ |= sum;
      touched = touched - sum;
    }
    others_ |= touched;
  }

  // For `if x > best { best = x; where = i }`: the end of the block. Else `at`.
  uint32_t end_of_best(uint32_t at) {
    const Word jump = function_.code[at];
    if (op_of(jump) != Op::JumpIfNotLess && op_of(jump) != Op::JumpIfNotLessEqual) return at;
    const uint32_t begin = at + words_at(at), end = begin + function_.code[begin - 1];
    if (end <= begin || end > loop_.next || is_entered(begin, end)) return at;
    RegisterSet reads, writes;
    for (const bool is_left : {true, false}) {
      const unsigned reg = is_left ? a_of(jump) : b_of(jump), value = is_left ? b_of(jump) : a_of(jump);
      if (!loop_.is_carried(reg) || !look_at_block(begin, end, reg, value, reads, writes)) continue;
      const uint64_t group = writes.first_64() & loop_.carried;
      // In a half the block also runs for a value that is no better one in order.
      if (is_read_outside(begin, end, writes - first_64(group))) return at;
      if (!add({static_cast<uint8_t>(reg), is_left, op_of(jump) == Op::JumpIfNotLessEqual, group})) return at;
      others_ |= reads | bit(value) | (writes - first_64(group));
      return end;
    }
    return at;
  }

  // Whether a jump leads into the block: `if c or x > best` sets the best without a comparison.
  bool is_entered(uint32_t begin, uint32_t end) const {
    const auto first = targets_.begin() + (begin - loop_.begin), last = first + (end - begin);
    return std::find(first, last, true) != last;
  }

  // Whether the block does nothing but compute, and sets `reg` to the value of `value`.
  bool look_at_block(uint32_t begin, uint32_t end, unsigned reg, unsigned value, RegisterSet& reads,
                     RegisterSet& writes) const {
    reads = writes = {};
    bool sets = false;
    std::vector<uint32_t> block;
    for (uint32_t at = begin; at < end; at += words_at(at)) {
      const Word word = function_.code[at];
      const OpInfo& op = info(op_of(word));
      const bool jumps =
          std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) != std::end(op.tails);
      if (jumps || !falls_through(op_of(word)) || op.a == Operand::win || op.a == Operand::it) return false;
      const RegisterAccess access = access_of(word);
      const RegisterSet written = access.falling | access.updates;
      if (written.contains(reg)) {
        if (sets || !gives(at, value, block, writes.contains(value))) return false;
        sets = true;
      }
      reads |= access.reads;
      writes |= written;
      block.push_back(at);
    }
    return sets;
  }

  // Whether the instruction gives its register the value that R[value] had at the jump: by a move, or because
  // the block, up to it, computes the same as the instructions before the jump. `is_lost`: R[value] has
  // changed since.
  bool gives(uint32_t at, unsigned value, std::vector<uint32_t> block, bool is_lost) const {
    const Word word = function_.code[at];
    const bool moves = op_of(word) == Op::Move || op_of(word) == Op::Copy;
    if (moves && !is_lost && b_of(word) == value) return true;
    if (!moves) block.push_back(at);
    const uint8_t again = moves ? b_of(word) : a_of(word);
    return computes_again(function_, before_, static_cast<uint8_t>(value), block, again);
  }

  // False if the register has a group already, and that is another one.
  bool add(const LoopSite::Best& best) {
    for (LoopSite::Best& known : loop_.bests) {
      if (known.group == 0) {
        shared_ |= first_64(best_ & best.group);
        best_ |= best.group;
        known = best;
        return true;
      }
      if (known.reg == best.reg) return known == best;
    }
    return false;
  }

  const FunctionCode& function_;
  LoopSite& loop_;
  RegisterSet summed_, others_;
  RegisterSet pushed_, first_;  // of the summed: see Addition
  RegisterSet shared_;          // in several groups
  uint64_t best_ = 0;           // in a group
  bool has_exposed_ = false;
  std::array<uint32_t, 256> first_exposed_{}, last_exposed_{};  // by register; see note_exposed
  std::vector<bool> targets_;     // by word from `begin`: a jump leads there, or an error
  std::vector<uint32_t> before_;  // the instructions that always run before this one, the last one last
};

}  // namespace

Addition addition_at(const Word* at) {
  const Op op = op_of(at);
  if (op == Op::PushList || op == Op::ExtendList)
    return a_of(at) != b_of(at) ? Addition{a_of(at), true, false} : Addition{};
  const Update form = update_at(at);
  if (form.op != Op::Add && form.op != Op::Sub) return {};
  if (form.left == form.target && form.right != form.target) return {form.target, false, form.op == Op::Sub};
  const bool is_right = form.op == Op::Add && form.left != form.target && form.right == form.target;
  return is_right ? Addition{form.target, false, true} : Addition{};
}

void find_sums(const FunctionCode& function, LoopSite& loop) {
  if (is_step(op_of(function.code[loop.next])) && !is_caught_outside(function, loop))
    SumSearch(function, loop).find();
}

}  // namespace aspen
