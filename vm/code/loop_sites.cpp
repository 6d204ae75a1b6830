#include "vm/code/loop_sites.h"

#include <algorithm>

namespace aspen {

namespace {

class Body {
 public:
  Body(const FunctionCode& function, uint32_t begin, uint32_t next)
      : function_(function), begin_(begin), next_(next), state_(a_of(function.code[next])) {}

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
    if (!(result_.written & RegisterSet::run(state_, 3)).is_empty())
      result_.fault = "the body of a loop that may be split writes to the loop's state";
    if (leaves(at) && !ends_loop(before))
      result_.fault = "a jump leaves a loop that may be split, and does not end it";
  }

  void note_writes(Word word) {
    const RegisterAccess access = access_of(word);
    const Op op = op_of(word);
    result_.written |= pushes_frame(op) ? RegisterSet::run(a_of(word), 1) : access.falling;
    result_.written |= access.jumping | access.updates;
    if (is_step(op)) result_.written |= RegisterSet::run(a_of(word), 3);
  }

  bool leaves(uint32_t at) const {
    const OpInfo& op = info(op_of(function_.code[at]));
    if (std::find(std::begin(op.tails), std::end(op.tails), Tail::offset) == std::end(op.tails)) return false;
    const unsigned words = op.words();
    const uint32_t target = at + words + static_cast<uint32_t>(function_.code[at + words - 1]);
    return target < begin_ || target > next_;
  }
  bool ends_loop(uint32_t before) const {
    const Word word = function_.code[before];
    return op_of(word) == Op::LeaveLoop && a_of(word) == state_;
  }

  const FunctionCode& function_;
  const uint32_t begin_, next_;
  const unsigned state_;
  LoopBody result_;
};

}  // namespace

LoopBody look_at_loop(const FunctionCode& function, uint32_t begin, uint32_t next) {
  return Body(function, begin, next).look();
}

std::vector<LoopSite> find_loops(const FunctionCode& function) {
  std::vector<LoopSite> loops;
  const RegisterSet untracked = RegisterSet::all() - RegisterSet::below(64);
  for (uint32_t at = 0; at < function.code.size(); at += info(op_of(function.code[at])).words()) {
    const Word word = function.code[at];
    if (!is_step(op_of(word)) || a_of(word) + 3u > 64) continue;
    const uint32_t begin = body_of(function, at);
    const LoopBody body = look_at_loop(function, begin, at);
    if (begin == at || body.fault != nullptr || !(body.written & untracked).is_empty()) continue;
    loops.push_back({begin, at, a_of(word), body.works, 0, body.written.first_64()});
  }
  std::sort(loops.begin(), loops.end(),
            [](const LoopSite& a, const LoopSite& b) { return a.begin < b.begin; });
  return loops;
}

}  // namespace aspen
