// Which loops of a function may be split between their steps, as far as the code of their bodies decides it.
#pragma once

#include <optional>
#include <vector>

#include "vm/code/chunk.h"
#include "vm/code/register_access.h"

namespace aspen {

// Where the instruction at `at` may jump to. The code may run, so that opcodes change.
std::optional<uint32_t> target_of(const Word* code, uint32_t at);

struct LoopBody {
  const char* fault = nullptr;  // the reason why the loop may not be split; null if it may be
  RegisterSet written;          // registers that the body writes; the windows of its calls are left out
  bool works = false;           // it calls functions or has loops
};

// Looks at the body [begin, next) of the loop that steps at `next`. Takes time proportional to the body.
// Precondition: the code is well-formed, and the instruction at `next` is an IterNext or jumps back.
LoopBody look_at_loop(const FunctionCode& function, const LoopSite& loop);
// Whether an iteration that goes on at the instruction at `at` may come to the loop's next step. Code that
// surely leaves the loop may have moved a value, or taken a part out of it, that the next iteration reads.
// `disjoint`: the function's handlers. Takes time proportional to the body, and seldom more than to its rest.
bool may_come_to_step(const Word* code, const std::vector<Handler>& disjoint, const LoopSite& loop,
                      uint32_t at);
// Whether the instruction at `at`, in the loop's body, stands between the opening of a path and the store
// that ends its update: `st.a.n += x` while it waits for x. A split there could share the open container, as
// a register that the next iteration reads may hold it, too. The store would then change a copy. Takes time
// proportional to the body.
bool is_path_open(const Word* code, const LoopSite& loop, uint32_t at);
// The registers of the loop's state.
RegisterSet state_of(const FunctionCode& function, const LoopSite& loop);

// The loops that may be split, without their `live` registers and with all that their bodies write as
// `carried`: those over a source, and of the others those of which the compiler has noted `next` and `state`
// in the function's rows.
std::vector<LoopSite> find_loops(const FunctionCode& function);

// For an instruction that steps a loop: where it jumps to as long as there are elements.
inline uint32_t body_of(const Word* code, uint32_t next) {
  const unsigned words = info(op_of(code + next)).words();
  return next + words + static_cast<uint32_t>(code[next + words - 1]);
}
inline uint32_t body_of(const FunctionCode& function, uint32_t next) {
  return body_of(function.code.data(), next);
}
// Sets `idle` of each of the function's loops. Takes time proportional to their bodies.
void find_idle(const FunctionCode& function, std::vector<LoopSite>& loops);

// Sets `loop.updates`. Takes time proportional to the body.
void find_updates(const FunctionCode& function, LoopSite& loop);

// Sets `loop.settled`. Takes time proportional to the body.
void find_settled(const FunctionCode& function, LoopSite& loop);

// Sets `loop.sums`, `loop.numbers`, `loop.appends` and `loop.bests`. Takes time proportional to the body.
void find_sums(const FunctionCode& function, LoopSite& loop);

// How an instruction adds to a register without reading it otherwise.
struct Addition {
  int reg = -1;           // -1: it does nothing like that
  bool pushes = false;    // the register has to hold a list
  bool is_first = false;  // what is added comes first, or is subtracted
};
// For code before it runs, or while it runs.
Addition addition_at(const Word* at);

// An instruction that updates a register by a sum, difference or product: R[target] = R[left] op the rest.
struct Update {
  Op op = Op::Leave;  // Add, Sub, Mul; or another: it is no update
  uint8_t target = 0, left = 0;
  int16_t right = -1;                   // a register; -1: `constant` instead
  Value constant = Value::undefined();  // undefined also for a constant that is not known yet
};
// For code before it runs, or while it runs.
Update update_at(const Word* at);

// The form of a backward jump that looks for the end of an iteration first.
Op or_end(Op backward_jump);
inline bool jumps_back(Op op) {
  return op == Op::Loop || (op >= Op::LoopIfLess && op <= Op::LoopIfNotEqualInt);
}
inline bool is_step(Op op) { return op == Op::IterNext || op == Op::IterNextShared; }

}  // namespace aspen
