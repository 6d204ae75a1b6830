#include "vm/code/loop_needs.h"

#include <algorithm>
#include <array>

#include "vm/code/linked.h"
#include "vm/code/loop_sites.h"
#include "vm/code/register_access.h"
#include "vm/code/strict_registers.h"

namespace aspen {

namespace {

bool is_call(Op op) { return info(op).a == Operand::win && op != Op::Lend; }

// The registers with values that the instruction looks at. What it only moves or stores may be a future.
RegisterSet touched_by(Word word) {
  const Op op = op_of(word);
  RegisterSet touched;
  const auto add = [&](Operand role, unsigned operand, unsigned next) {
    const RegisterRun run = strict_registers(op, role, operand, next);
    touched |= RegisterSet::run(run.first, run.count);
  };
  add(info(op).a, a_of(word), b_of(word));
  add(info(op).b, b_of(word), c_of(word));
  add(info(op).c, c_of(word), 0);
  return touched;
}

Effect own_effect(const Word* at) {
  switch (op_of(at)) {
    case Op::CallKnown:
    case Op::TailCallKnown: return pointer<const Proto>(at + 1)->effect;
    case Op::CallNative:
    case Op::CallEffect:
    case Op::CallUnary: return pointer<const NativeDescriptor>(at + 1)->effect;
    default: return Effect::pure;
  }
}

bool computes_in_native(const Word* at) {
  const Op op = op_of(at);
  return (op == Op::CallNative || op == Op::CallUnary) && own_effect(at) == Effect::pure;
}

template <class Visit>
void each_word(const Proto& proto, const LoopSite& loop, Visit visit) {
  for (uint32_t at = loop.begin; at < loop.next; at += info(op_of(proto.code + at)).words()) {
    if (!visit(at)) return;
  }
}

// Whether the body calls a function, reads, or has a loop, from a word on and before another.
bool works_between(const Proto& proto, const LoopSite& loop, uint32_t from, uint32_t to) {
  bool works = false;
  each_word(proto, loop, [&](uint32_t at) {
    if (at < from) return true;
    if (at >= to) return false;
    const Op op = op_of(proto.code + at);
    works = pushes_frame(op) || is_step(op) || jumps_back(op) || computes_in_native(proto.code + at) ||
            own_effect(proto.code + at) == Effect::read;
    return !works;
  });
  return works;
}

// Follows the values of carried registers through the body, in the order of its code.
class NeedSearch {
 public:
  // `known`: carried registers that are not looked for.
  NeedSearch(const Proto& proto, const LoopSite& loop, uint64_t known) : proto_(proto), loop_(loop) {
    uint64_t unknown = loop.carried & ~known;
    for (const uint32_t word : loop.updates) {
      if (word != 0) unknown &= ~(uint64_t{1} << update_at(proto.code + word).target);
    }
    origin_.fill(kNone);
    for (int16_t reg = 0; reg < 64; ++reg) {
      if (unknown >> reg & 1) origin_[static_cast<size_t>(reg)] = reg;
    }
  }

  std::optional<LoopNeed> find() {
    if (look_at(loop_.next)) return need_;
    for (uint32_t at = loop_.begin; at < loop_.next; at += info(op_of(proto_.code + at)).words()) {
      if (look_at(at)) return need_;
      follow(at);
    }
    return std::nullopt;
  }

 private:
  static constexpr int16_t kNone = -1;

  bool look_at(uint32_t at) {
    const Word word = load_word(proto_.code + at);
    if (uses(touched_by(word), at)) return true;
    if (!is_call(op_of(word)) || !uses(access_of(word).reads, at)) return false;
    if (op_of(word) == Op::CallKnown || op_of(word) == Op::TailCallKnown)
      need_.callee = pointer<const Proto>(proto_.code + at + 1);
    return true;
  }

  bool uses(const RegisterSet& registers, uint32_t at) {
    for (unsigned reg = 0; reg < origin_.size(); ++reg) {
      if (origin_[reg] == kNone || !registers.contains(reg)) continue;
      need_ = {at, static_cast<uint8_t>(origin_[reg]), at < branch_end_ && !is_in_inner_loop(at)};
      return true;
    }
    return false;
  }

  // A jump leads around its body, too, but most iterations come to it.
  bool is_in_inner_loop(uint32_t word) const {
    for (uint32_t at = word; at < loop_.next; at += info(op_of(proto_.code + at)).words()) {
      const Op op = op_of(proto_.code + at);
      if ((is_step(op) || jumps_back(op)) && body_of(proto_.code, at) <= word) return true;
    }
    return false;
  }

  void follow(uint32_t at) {
    const Word word = load_word(proto_.code + at);
    const Op op = op_of(word);
    const RegisterAccess access = access_of(word);
    // A jump may lead around the instruction: then the register may still have its old value.
    const bool always = at >= leads_around_;
    if (op == Op::Move || op == Op::Copy) {
      if (always || origin_[b_of(word)] != kNone) origin_[a_of(word)] = origin_[b_of(word)];
    } else if (always) {
      const RegisterSet written = access.falling | access.updates;
      for (unsigned reg = 0; reg < origin_.size(); ++reg) {
        if (written.contains(reg)) origin_[reg] = kNone;
      }
    }
    if (const std::optional<uint32_t> target = target_of(proto_.code, at)) {
      leads_around_ = std::max(leads_around_, *target);
      if (*target <= loop_.next) branch_end_ = std::max(branch_end_, *target);
    }
  }

  const Proto& proto_;
  const LoopSite& loop_;
  std::array<int16_t, 256> origin_;  // of each register: the carried register of which it may hold the value
  uint32_t leads_around_ = 0;        // a jump leads from before to here
  uint32_t branch_end_ = 0;          // likewise one that stays in the loop
  LoopNeed need_;
};

}  // namespace

std::optional<LoopNeed> first_need(const Proto& proto, const LoopSite& loop) {
  uint64_t known = 0;
  for (const LoopSite::Settled& settled : loop.settled) {
    if (settled.word != 0 && settled.word <= loop.ready) known |= uint64_t{1} << settled.reg;
  }
  return NeedSearch(proto, loop, known).find();
}

void find_ready(Proto& proto) {
  for (LoopSite& loop : proto.loops) {
    if (loop.has_apart_only()) continue;  // it may be halved, whatever its sums hold
    uint32_t ready = 0;
    uint64_t known = 0;
    for (;;) {
      const std::optional<LoopNeed> need = NeedSearch(proto, loop, known).find();
      // The condition of a `while` comes first, although it stands behind the body.
      if (!need || (need->word != loop.next && works_before(proto, loop, need->word))) break;
      const auto settled = std::find_if(loop.settled.begin(), loop.settled.end(), [&](const auto& each) {
        return each.word != 0 && each.reg == need->reg && works_between(proto, loop, each.word, loop.next);
      });
      if (settled == loop.settled.end()) {
        ready = 0;
        break;
      }
      ready = std::max(ready, settled->word);
      known |= uint64_t{1} << need->reg;
    }
    loop.ready = ready;
  }
}

std::string variable_name(const Proto& proto, const LoopSite& loop, uint64_t registers) {
  for (const LoopVariable& variable : proto.loop_variables) {
    if (variable.next == loop.next && (registers >> variable.reg & 1) != 0) return variable.name;
  }
  return "";
}

std::string needed_variable(const Proto& proto, uint32_t word) {
  const uint64_t touched = touched_by(load_word(proto.code + word)).first_64();
  std::string name;
  for (const LoopSite& loop : proto.loops) {
    if (!loop.contains(word) && word != loop.next) continue;
    uint64_t needed = touched & loop.carried;
    const std::optional<LoopNeed> need = first_need(proto, loop);
    if (need && need->word == word) needed |= uint64_t{1} << need->reg;
    if (needed != 0) name = variable_name(proto, loop, needed);
  }
  return name;
}

std::optional<LoopEffect> first_effect(const Proto& proto, const LoopSite& loop) {
  std::optional<LoopEffect> found;
  each_word(proto, loop, [&](uint32_t at) {
    const Effect effect = own_effect(proto.code + at);
    if (effect >= Effect::output) found = {at, effect};
    return !found;
  });
  return found;
}

bool may_take_elements(const Proto& proto, const LoopSite& loop) {
  bool found = false;
  each_word(proto, loop, [&](uint32_t at) {
    found = op_of(proto.code + at) == Op::IterPrepare;
    return !found;
  });
  return found;
}

bool calls_natives(const Proto& proto, const LoopSite& loop) {
  bool found = false;
  each_word(proto, loop, [&](uint32_t at) {
    found = computes_in_native(proto.code + at);
    return !found;
  });
  return found;
}

bool needs_first(const Proto& proto, const LoopSite& loop) {
  const std::optional<LoopNeed> need = first_need(proto, loop);
  return need && !works_before(proto, loop, need->word);
}

bool works_before(const Proto& proto, const LoopSite& loop, uint32_t word) {
  return works_between(proto, loop, loop.begin, word);
}

}  // namespace aspen
