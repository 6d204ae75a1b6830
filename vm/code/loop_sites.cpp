#include "vm/code/loop_sites.h"

#include <algorithm>
#include <optional>

namespace aspen {

std::optional<uint32_t> target_of(const Word* code, uint32_t at) {
  const OpInfo& op = info(op_of(code + at));
  if (std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) == std::end(op.tails))
    return std::nullopt;
  const unsigned words = op.words();
  return at + words + static_cast<uint32_t>(code[at + words - 1]);
}

namespace {

// Follows all ways through the body of a loop.
class Ways {
 public:
  Ways(const Word* code, const std::vector<Handler>& disjoint, const LoopSite& loop)
      : code_(code), handlers_(disjoint), loop_(loop), seen_(loop.next - loop.begin) {}

  bool lead_to_step(uint32_t at) {
    due_.push_back(at);
    while (!due_.empty()) {
      at = due_.back();
      due_.pop_back();
      if (at == loop_.next) return true;
      if (!loop_.contains(at) || seen_[at - loop_.begin]) continue;
      seen_[at - loop_.begin] = true;
      go_on(at);
    }
    return false;
  }

 private:
  // The instruction directly after this one comes first.
  void go_on(uint32_t at) {
    if (const Handler* handler = handler_of(handlers_, at)) due_.push_back(handler->target);
    if (const std::optional<uint32_t> target = target_of(code_, at)) due_.push_back(*target);
    const Op op = op_of(code_ + at);
    if (falls_through(op)) due_.push_back(at + info(op).words());
  }

  const Word* code_;
  const std::vector<Handler>& handlers_;
  const LoopSite& loop_;
  std::vector<bool> seen_;
  std::vector<uint32_t> due_;
};

class Body {
 public:
  Body(const FunctionCode& function, const LoopSite& loop)
      : function_(function),
        begin_(loop.begin),
        next_(loop.next),
        state_(loop.state),
        state_registers_(state_of(function, loop)) {}

  LoopBody look() {
    uint32_t before = begin_;
    for (uint32_t at = begin_; at < next_ && result_.fault == nullptr; at += words_at(at)) {
      look_at(at, before);
      before = at;
    }
    return result_;
  }

 private:
  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  void look_at(uint32_t at, uint32_t before) {
    const Word word = function_.code[at];
    const Op op = op_of(word);
    // The next steps would run before these, and code that they call may read the variables, or run the
    // module, too.
    if (op == Op::SetSlot || op == Op::TakeSlot || op == Op::SetCapture || op == Op::LoadModule)
      result_.fault = "the body of a loop that may be split sets a variable that functions can see";
    if (pushes_frame(op) || is_step(op) || jumps_back(op)) result_.works = true;
    note_writes(word);
    if (!(result_.written & state_registers_).is_empty())
      result_.fault = "the body of a loop that may be split writes to the loop's state";
    if (op != Op::LeaveLoop && !(access_of(word).reads & state_registers_).is_empty())
      result_.fault = "the body of a loop that may be split reads the loop's state";
    if (const std::optional<uint32_t> target = target_of(function_.code.data(), at))
      if ((*target < begin_ || *target > next_) && !ends_loop(before) && !ends_loop(*target) &&
          !raises(*target))
        result_.fault = "a jump leaves a loop that may be split, and does not end it";
  }

  void note_writes(Word word) {
    const RegisterAccess access = access_of(word);
    const Op op = op_of(word);
    result_.written |= pushes_frame(op) ? RegisterSet::run(a_of(word), 1) : access.falling;
    result_.written |= access.jumping | access.updates;
    if (is_step(op)) result_.written |= RegisterSet::run(a_of(word), 3);
  }

  // Whether the code there only raises an error that the function does not catch, as that of a pattern which
  // must match does. Then the function ends, as after an error in the body.
  bool raises(uint32_t at) const {
    for (; at < function_.code.size(); at += words_at(at)) {
      const Word word = function_.code[at];
      const RegisterAccess access = access_of(word);
      if (!((access.reads | access.falling) & state_registers_).is_empty() || is_handled(at)) return false;
      if (op_of(word) != Op::NewTuple) return op_of(word) == Op::MatchFail;
    }
    return false;
  }

  bool is_handled(uint32_t at) const {
    return std::any_of(function_.handlers.begin(), function_.handlers.end(),
                       [&](const Handler& handler) { return handler.begin <= at && at < handler.end; });
  }

  bool ends_loop(uint32_t at) const {
    const Word word = function_.code[at];
    return op_of(word) == Op::LeaveLoop && a_of(word) == state_;
  }

  const FunctionCode& function_;
  const uint32_t begin_, next_;
  const unsigned state_;
  const RegisterSet state_registers_;
  LoopBody result_;
};

}  // namespace

bool may_come_to_step(const Word* code, const std::vector<Handler>& disjoint, const LoopSite& loop,
                      uint32_t at) {
  return Ways(code, disjoint, loop).lead_to_step(at);
}

// What the loops around it carry, and it does not mention.
static uint64_t idle_in(const FunctionCode& function, const LoopSite& loop, uint64_t around) {
  RegisterSet mentioned;
  for (uint32_t at = loop.begin; at <= loop.next; at += info(op_of(function.code[at])).words()) {
    const RegisterAccess access = access_of(function.code[at]);
    mentioned |= access.reads | access.falling | access.jumping | access.updates;
  }
  return around & loop.live & ~loop.carried & ~mentioned.first_64();
}

void find_idle(const FunctionCode& function, std::vector<LoopSite>& loops) {
  std::vector<LoopSite*> outer_first;
  for (LoopSite& loop : loops) outer_first.push_back(&loop);
  std::sort(outer_first.begin(), outer_first.end(), [](const LoopSite* a, const LoopSite* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->next > b->next;
  });
  std::vector<const LoopSite*> open;  // those that end behind the begin of the next one: few
  for (LoopSite* loop : outer_first) {
    std::erase_if(open, [&](const LoopSite* other) { return other->next <= loop->begin; });
    uint64_t around = 0;
    for (const LoopSite* other : open) around |= loop->next < other->next ? other->carried : 0;
    loop->idle = idle_in(function, *loop, around);
    open.push_back(loop);
  }
}

RegisterSet state_of(const FunctionCode& function, const LoopSite& loop) {
  return RegisterSet::run(loop.state, is_step(op_of(function.code[loop.next])) ? 3 : 1);
}

LoopBody look_at_loop(const FunctionCode& function, const LoopSite& loop) {
  return Body(function, loop).look();
}

std::vector<LoopSite> find_loops(const FunctionCode& function) {
  std::vector<LoopSite> loops = function.loops;
  for (uint32_t at = 0; at < function.code.size(); at += info(op_of(function.code[at])).words()) {
    const Word word = function.code[at];
    if (is_step(op_of(word)) && a_of(word) + 3u <= 64) loops.push_back({0, at, a_of(word)});
  }
  const RegisterSet untracked = RegisterSet::all() - RegisterSet::below(64);
  std::erase_if(loops, [&](LoopSite& loop) {
    loop.begin = body_of(function, loop.next);
    const LoopBody body = look_at_loop(function, loop);
    loop.works = body.works;
    loop.carried = body.written.first_64();
    return loop.begin >= loop.next || loop.state >= 64 || body.fault != nullptr ||
           !(body.written & untracked).is_empty();
  });
  std::sort(loops.begin(), loops.end(),
            [](const LoopSite& a, const LoopSite& b) { return a.begin < b.begin; });
  return loops;
}

static_assert(static_cast<unsigned>(Op::LoopIfNotEqualInt) - static_cast<unsigned>(Op::LoopIfLess) ==
                  static_cast<unsigned>(Op::EndOrLoopIfNotEqualInt) -
                      static_cast<unsigned>(Op::EndOrLoopIfLess),
              "instructions.def lists both forms in the same order");

Op or_end(Op backward_jump) {
  if (backward_jump == Op::Loop) return Op::EndOrLoop;
  const unsigned form = static_cast<unsigned>(backward_jump) - static_cast<unsigned>(Op::LoopIfLess);
  return static_cast<Op>(static_cast<unsigned>(Op::EndOrLoopIfLess) + form);
}

Update update_at(const Word* at) {
  const auto target = a_of(at), b = b_of(at), c = c_of(at);
  const auto small = Value::small_int(static_cast<int8_t>(c));
  const auto number = [&] { return Value::from_bits(Word{at[1]} | uint64_t{at[2]} << 32); };
  switch (op_of(at)) {
    case Op::Add:
    case Op::AddFloat: return {Op::Add, target, b, c};
    case Op::Sub:
    case Op::SubFloat: return {Op::Sub, target, b, c};
    case Op::Mul:
    case Op::MulFloat: return {Op::Mul, target, b, c};
    case Op::AddInPlace: return {Op::Add, target, target, b};
    case Op::AddInt: return {Op::Add, target, b, -1, small};
    case Op::MulInt: return {Op::Mul, target, b, -1, small};
    case Op::AddValue:
    case Op::AddValueFloat: return {Op::Add, target, b, -1, number()};
    case Op::SubValue:
    case Op::SubValueFloat: return {Op::Sub, target, b, -1, number()};
    case Op::MulValue:
    case Op::MulValueFloat: return {Op::Mul, target, b, -1, number()};
    default: return {};
  }
}

namespace {

// Finds the updates of one loop.
class Updates {
 public:
  Updates(const FunctionCode& function, const LoopSite& loop) : function_(function), loop_(loop) {}

  void find(LoopSite& loop) {
    count_writes();
    size_t found = 0, tried = 0;
    for (uint32_t at = loop_.begin; at < loop_.next && found < LoopSite::kMostUpdates; at += words_at(at)) {
      if (!is_update(at)) continue;
      if (runs_once(at)) loop.updates[found++] = at;
      if (++tried == kMostTried) return;
    }
  }

 private:
  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  void count_writes() {
    for (uint32_t at = loop_.begin; at < loop_.next; at += words_at(at)) {
      const RegisterAccess access = access_of(function_.code[at]);
      const RegisterSet written = access.falling | access.jumping | access.updates;
      twice_ |= once_ & written;
      once_ |= written;
    }
  }

  // Alone changes a register that the loop carries, by that register and what the body does not change.
  bool is_update(uint32_t at) const {
    const Update form = update_at(&function_.code[at]);
    if (form.op == Op::Leave || !loop_.is_carried(form.target) || twice_.contains(form.target)) return false;
    if (form.right < 0) return form.left == form.target;
    const auto right = static_cast<unsigned>(form.right);
    if (form.left == form.target) return !once_.contains(right);
    return right == form.target && form.op != Op::Sub && !once_.contains(form.left);
  }

  bool runs_once(uint32_t update) const {
    for (uint32_t at = loop_.begin; at < loop_.next; at += words_at(at)) {
      const std::optional<uint32_t> target = target_of(function_.code.data(), at);
      if (target && passes(at, *target, update)) return false;
    }
    return std::none_of(function_.handlers.begin(), function_.handlers.end(), [&](const Handler& handler) {
      return passes(handler.begin, handler.target, update) || passes(handler.end, handler.target, update);
    });
  }

  // Whether a jump within the body leaves out the update, or leads to it again.
  bool passes(uint32_t from, uint32_t to, uint32_t update) const {
    const bool leaves_out = from <= update && to > update && to <= loop_.next;
    const bool repeats = from >= update && to <= update && to >= loop_.begin;
    return leaves_out || repeats;
  }

  static constexpr size_t kMostTried = 16;  // each takes time proportional to the body
  const FunctionCode& function_;
  const LoopSite& loop_;
  RegisterSet once_, twice_;  // registers that the body writes at least once, and at least twice
};

}  // namespace

void find_updates(const FunctionCode& function, LoopSite& loop) { Updates(function, loop).find(loop); }

namespace {

// `st.a` of `st.a.n += x`: what is in it changes after this.
bool opens_part(Op op) { return op == Op::PathField || op == Op::PathItem || op == Op::PathIndex; }

// The register of the container that an instruction for a path changes, or makes unshared.
RegisterSet containers_of(Word word) {
  switch (op_of(word)) {
    case Op::SetField:
    case Op::SetItem:
    case Op::SetIndex: return RegisterSet::run(a_of(word), 1);
    case Op::PathField:
    case Op::PathItem:
    case Op::PathIndex:
    case Op::TakeField:
    case Op::TakeItem:
    case Op::TakeIndex: return RegisterSet::run(b_of(word), 1);
    default: return {};
  }
}

// Where an iteration has changed each register for the last time.
class LastWrites {
 public:
  LastWrites(const FunctionCode& function, const LoopSite& loop) : function_(function), loop_(loop) {}

  void find(LoopSite& loop) {
    for (uint32_t at = loop_.begin, next = 0; at < loop_.next; at = next) {
      next = at + info(op_of(function_.code[at])).words();
      const RegisterAccess access = access_of(function_.code[at]);
      const RegisterSet written =
          access.falling | access.jumping | access.updates | opened_by(access.updates);
      for (unsigned reg = 0; reg < last_.size(); ++reg) {
        if (written.contains(reg)) last_[reg] = next;
      }
      follow_path(at, access);
      const std::optional<uint32_t> target = target_of(function_.code.data(), at);
      if (target) repeat(*target, next);
    }
    for (const Handler& handler : function_.handlers) repeat(handler.target, handler.end);
    size_t found = 0;
    for (uint8_t reg = 0; reg < last_.size() && found < LoopSite::kMostSettled; ++reg) {
      if (loop_.is_carried(reg) && last_[reg] != 0) loop.settled[found++] = {last_[reg], reg};
    }
  }

 private:
  // The variables that are changed where these containers are: `st` by `SetField` of the record in `st.a`.
  RegisterSet opened_by(const RegisterSet& containers) const {
    RegisterSet roots;
    (containers & parts_).each([&](unsigned reg) { roots |= RegisterSet::run(root_[reg], 1); });
    return roots;
  }

  void follow_path(uint32_t at, const RegisterAccess& access) {
    const Word word = function_.code[at];
    const bool was_part = parts_.contains(b_of(word));
    parts_ = parts_ - (access.falling | access.jumping);
    if (!opens_part(op_of(word))) return;
    root_[a_of(word)] = was_part ? root_[b_of(word)] : static_cast<uint8_t>(b_of(word));
    parts_ |= RegisterSet::run(a_of(word), 1);
  }
  // A jump from before `end` back to `begin`, as of a loop in the body: all between may happen again.
  void repeat(uint32_t begin, uint32_t end) {
    if (begin < loop_.begin || begin >= end || end > loop_.next) return;
    for (uint32_t& last : last_) {
      if (last > begin && last < end) last = end;
    }
  }

  const FunctionCode& function_;
  const LoopSite& loop_;
  RegisterSet parts_;                // registers with an open part of a variable's value
  std::array<uint8_t, 256> root_{};  // the register of that variable
  std::array<uint32_t, 64> last_{};  // the word behind the last instruction that writes it; 0: none does
};

}  // namespace

bool is_path_open(const Word* code, const LoopSite& loop, uint32_t at) {
  RegisterSet open;
  for (uint32_t here = loop.begin, next = 0; here < loop.next; here = next) {
    const Word word = load_word(code + here);  // other strands may change the opcodes of steps meanwhile
    next = here + info(op_of(word)).words();
    const RegisterAccess access = access_of(word);
    if (here >= at && !(containers_of(word) & open).is_empty()) return true;
    open = open - (access.falling | access.jumping);
    if (here < at && opens_part(op_of(word))) open |= RegisterSet::run(a_of(word), 1);
  }
  return false;
}

void find_settled(const FunctionCode& function, LoopSite& loop) { LastWrites(function, loop).find(loop); }

}  // namespace aspen
