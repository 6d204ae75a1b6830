#include "vm/code/verifier.h"

#include <algorithm>
#include <vector>

#include "vm/code/loop_sites.h"
#include "vm/code/register_flow.h"
#include "vm/object/utf8.h"
#include "vm/object/value.h"
#include "vm/values/bigint.h"

namespace aspen {

namespace {

using Target = Relocation::Target;

constexpr unsigned kMaxFrame = 256;
constexpr unsigned kTypeCount = 0
#define ASPEN_TYPE(name) +1
#include "vm/object/types.def"
#undef ASPEN_TYPE
    ;

// Instructions that only the interpreter writes.
bool is_internal(Op op) { return op >= Op::CallEffect || (op >= Op::AddFloat && op <= Op::DivValueFloat); }

// Which relocations a tail may have.
bool accepts(Tail tail, Target target) {
  switch (tail) {
    case Tail::value:
      return target == Target::constant || target == Target::label || target == Target::builtin_value;
    case Tail::number: return target == Target::constant;
    case Tail::proto: return target == Target::function || target == Target::builtin;
    case Tail::native: return target == Target::builtin;
    case Tail::slot: return target == Target::slot;
    case Tail::module: return target == Target::module;
    case Tail::shape: return target == Target::shape;
    case Tail::symbol: return target == Target::symbol;
    case Tail::_:
    case Tail::imm:
    case Tail::cache:
    case Tail::offset: return false;
  }
  return false;
}

bool must_relocate(Tail tail) {
  switch (tail) {
    case Tail::proto:
    case Tail::native:
    case Tail::slot:
    case Tail::module:
    case Tail::shape:
    case Tail::symbol: return true;
    default: return false;
  }
}

class FunctionVerifier {
 public:
  FunctionVerifier(const Chunk& chunk, const FunctionCode& function, std::string& error)
      : chunk_(chunk), function_(function), error_(error), starts_(function.code.size()) {}

  bool verify() {
    if (!check_header() || !mark_starts()) return false;
    uint32_t last = 0;
    for (uint32_t at = 0; at < function_.code.size(); at += words_at(at)) {
      if (!check_instruction(at)) return false;
      last = at;
    }
    if (falls_through(op_of(function_.code[last]))) return fail(last, "the code does not end in a return");
    if (next_relocation_ != function_.relocations.size())
      return fail(last, "a relocation points at no operand");
    return check_handlers() && check_locations() && check_calls() && check_loops() && check_flow();
  }

 private:
  bool fail(uint32_t word, const char* what) {
    error_ = chunk_.path + ": function " + function_.name + ", word " + std::to_string(word) + ": " + what;
    return false;
  }

  unsigned words_at(uint32_t at) const { return info(op_of(function_.code[at])).words(); }

  bool check_header() {
    if (function_.frame_size > kMaxFrame) return fail(0, "the frame is too large");
    if (function_.arity > function_.frame_size) return fail(0, "there are more parameters than registers");
    if (function_.code.empty()) return fail(0, "there is no code");
    auto beyond = [](uint32_t mask, unsigned count) { return count < 32 && mask >> count != 0; };
    const Reach& reach = function_.reach;
    if (beyond(reach.calls | reach.iterates, function_.arity) ||
        beyond(reach.calls_captured | reach.iterates_captured, function_.captures))
      return fail(0, "its effects come through a value that it does not have");
    return true;
  }

  bool mark_starts() {
    for (uint32_t at = 0; at < function_.code.size(); at += words_at(at)) {
      Word opcode = function_.code[at] & 0xff;
      if (opcode >= kOpCount || is_internal(static_cast<Op>(opcode))) return fail(at, "unknown instruction");
      if (at + words_at(at) > function_.code.size()) return fail(at, "an instruction is cut off");
      starts_[at] = true;
    }
    return true;
  }

  bool registers(uint32_t at, unsigned first, unsigned count) {
    return first + count <= function_.frame_size ? true : fail(at, "a register lies beyond the frame");
  }

  bool check_operand(uint32_t at, Operand operand, uint8_t value, uint8_t next) {
    switch (operand) {
      case Operand::_:
      case Operand::u8:
      case Operand::i8:
      case Operand::i16:
      case Operand::flags: return true;
      case Operand::w:
      case Operand::r:
      case Operand::rw:
      case Operand::v: return registers(at, value, 1);
      case Operand::run:
      case Operand::vrun: return registers(at, value, next);
      case Operand::pair: return registers(at, value, 2);
      case Operand::win: return registers(at, value, 3u + next);
      case Operand::it: return registers(at, value, 3);
    }
    return false;
  }

  bool check_instruction(uint32_t at) {
    Word word = function_.code[at];
    const OpInfo& op = info(op_of(word));
    if (!check_operand(at, op.a, a_of(word), b_of(word)) ||
        !check_operand(at, op.b, b_of(word), c_of(word)) || !check_operand(at, op.c, c_of(word), 0)) {
      return false;
    }
    uint32_t tail_at = at + 1;
    for (Tail tail : op.tails) {
      if (!check_tail(at, tail_at, tail)) return false;
      tail_at += tail_words(tail);
    }
    return check_meaning(at, word);
  }

  bool check_tail(uint32_t at, uint32_t tail_at, Tail tail) {
    if (tail == Tail::offset) return check_jump(at);
    if (tail == Tail::_) return true;
    if (next_relocation_ < function_.relocations.size() &&
        function_.relocations[next_relocation_].word == tail_at) {
      operand_ = &function_.relocations[next_relocation_++];
      if (!accepts(tail, operand_->target)) return fail(at, "a relocation does not go with its operand");
      if (!check_index(at, *operand_)) return false;
      if (tail != Tail::number || constant_kind() == Constant::Kind::Integer) return true;
      return fail(at, "a constant is no number");
    }
    if (must_relocate(tail)) return fail(at, "an operand lacks its relocation");
    if (tail == Tail::cache && function_.code[tail_at] != kEmptyCache)
      return fail(at, "an inline cache is not empty");
    if (tail == Tail::value || tail == Tail::number) return check_immediate(at, tail_at, tail);
    return true;
  }

  bool check_immediate(uint32_t at, uint32_t tail_at, Tail tail) {
    Value value =
        Value::from_bits(uint64_t{function_.code[tail_at]} | uint64_t{function_.code[tail_at + 1]} << 32);
    // Arithmetic passes the bits of a NaN on, and sets one of them: a NaN other than our own could become a
    // tag.
    bool number = value.is_double() ? value == Value::number(value.as_double()) : value.is_small_int();
    if (number || (tail == Tail::value && (value.is_bool() || value.is_unit()))) return true;
    return fail(at, "a constant is not one that code may hold");
  }

  bool check_index(uint32_t at, const Relocation& relocation) {
    size_t size = 0;
    switch (relocation.target) {
      case Target::constant: size = chunk_.constants.size(); break;
      case Target::label:
      case Target::symbol:
      case Target::builtin:
      case Target::builtin_value: size = chunk_.symbols.size(); break;
      case Target::shape: size = chunk_.shapes.size(); break;
      case Target::function: size = chunk_.functions.size(); break;
      case Target::slot: size = chunk_.slots.size(); break;
      case Target::module: size = chunk_.imports.size(); break;
    }
    return relocation.index < size ? true : fail(at, "a relocation points beyond its table");
  }

  // Only with a safepoint before the jump: everything that repeats pays fuel, and can be stopped.
  bool check_jump(uint32_t at) {
    unsigned words = words_at(at);
    int64_t target = int64_t{at} + words + static_cast<int32_t>(function_.code[at + words - 1]);
    const Op op = op_of(function_.code[at]);
    if (target <= int64_t{at} && !is_step(op) && !jumps_back(op))
      return fail(at, "a jump that is no safepoint leads backwards");
    if (target >= 0 && target < static_cast<int64_t>(starts_.size()) && starts_[static_cast<size_t>(target)])
      return true;
    return fail(at, "a jump leads into nowhere");
  }

  // Checks that operand shapes do not cover.
  bool check_meaning(uint32_t at, Word word) {
    switch (op_of(word)) {
      case Op::LoadSpecial: return b_of(word) <= 3 ? true : fail(at, "unknown special value");
      case Op::JumpIfNotType: return b_of(word) < kTypeCount ? true : fail(at, "unknown type");
      case Op::TakeApart: return b_of(word) > 0 ? true : fail(at, "a tuple is taken apart into nothing");
      case Op::FloorDivInt:
      case Op::ModInt:
        return static_cast<int8_t>(c_of(word)) > 0 ? true : fail(at, "the constant divisor must be positive");
      case Op::JumpIfDivisibleInt:
      case Op::JumpIfNotDivisibleInt:
        return bc_of(word) > 0 ? true : fail(at, "the constant divisor must be positive");
      case Op::GetCapture:
      case Op::GetCaptureChecked:
        return b_of(word) < function_.captures ? true : fail(at, "there is no such captured value");
      case Op::MakeClosure: return check_closure(at, word);
      case Op::LoadFunction: return check_known(at, 0, false);
      case Op::CallKnown:
      case Op::TailCallKnown: return check_known(at, b_of(word), true);
      case Op::Format: return check_format(at);
      case Op::NewRecord:
      case Op::ExtendRecord: return check_shape(at, c_of(word));
      default: return true;
    }
  }

  // Precondition: the last relocated operand is a constant.
  Constant::Kind constant_kind() const { return chunk_.constants[operand_->index].kind; }

  bool check_format(uint32_t at) {
    bool text = operand_ != nullptr && operand_->word == at + 1 && operand_->target == Target::constant &&
                constant_kind() == Constant::Kind::String;
    return text ? true : fail(at, "a format spec must be a string");
  }

  bool check_closure(uint32_t at, Word word) {
    if (operand_->target != Target::function) return fail(at, "a closure needs code of this chunk");
    if (chunk_.functions[operand_->index].captures != b_of(word))
      return fail(at, "the closure captures another number of values");
    return registers(at, a_of(word), std::max<unsigned>(1, b_of(word)));
  }

  bool check_known(uint32_t at, unsigned arguments, bool call) {
    if (operand_->target == Target::builtin) return true;  // checked when it is linked
    const FunctionCode& callee = chunk_.functions[operand_->index];
    if (callee.captures != 0) return fail(at, "a function that captures is called as if it did not");
    return !call || callee.arity == arguments
               ? true
               : fail(at, "a known function is called with another number of arguments");
  }

  bool check_shape(uint32_t at, unsigned fields) {
    return chunk_.shapes[operand_->index].size() == fields
               ? true
               : fail(at, "the shape has another number of fields");
  }

  // A handler before its `try` would make a loop without a safepoint.
  bool check_handlers() {
    size_t size = function_.code.size();
    for (const Handler& handler : function_.handlers) {
      if (handler.begin >= handler.end || handler.end > size || handler.target >= size ||
          handler.target < handler.end || handler.error_register >= function_.frame_size) {
        return fail(handler.begin, "a handler is malformed");
      }
      if (!starts_[handler.begin] || !starts_[handler.target] ||
          (handler.end < size && !starts_[handler.end]))
        return fail(handler.begin, "a handler begins or ends inside an instruction");
    }
    return true;
  }

  bool check_locations() {
    auto later = [](const Location& a, const Location& b) { return a.word < b.word; };
    if (std::is_sorted(function_.locations.begin(), function_.locations.end(), later)) return true;
    return fail(0, "locations are out of order");
  }

  // There is a row for each call that pushes a frame, and optionally for natives, in the order of the code.
  bool check_calls() {
    auto row = function_.calls.begin(), end = function_.calls.end();
    for (uint32_t at = 0; at < function_.code.size(); at += words_at(at)) {
      Op op = op_of(function_.code[at]);
      bool found = row != end && row->word == at + words_at(at);
      if (pushes_frame(op) && !found) return fail(at, "a call lacks its row");
      if (!found) continue;
      if (!pushes_frame(op) && op != Op::CallNative) return fail(at, "a row of calls belongs to no call");
      if (!check_call(at, *row++)) return false;
    }
    return row == end ? true : fail(row->word, "a row of calls belongs to no call");
  }

  // Live registers are below the window, where the callee cannot write.
  bool check_call(uint32_t at, const CallSite& call) {
    Word word = function_.code[at];
    if ((call.flags & ~CallSite::kAllFlags) != 0) return fail(at, "unknown flags of a call");
    bool module = (call.flags & CallSite::kModule) != 0;
    if (module != (op_of(word) == Op::LoadModule)) return fail(at, "a call is no import, or an import is");
    bool below = a_of(word) >= 64 || call.live >> a_of(word) == 0;
    return below ? true : fail(at, "what lives during a call lies in its window");
  }

  // What may be split is a loop of its own, and inside of another one or apart from it.
  bool check_loops() {
    std::vector<uint32_t> around;  // the ends of the loops that contain the row
    uint32_t last = 0;
    for (const LoopSite& loop : function_.loops) {
      if (loop.begin < last || loop.next >= function_.code.size() || loop.begin >= loop.next)
        return fail(loop.begin, "rows of loops are out of order");
      last = loop.begin + 1;
      while (!around.empty() && around.back() <= loop.begin) around.pop_back();
      if (!around.empty() && loop.next >= around.back())
        return fail(loop.begin, "loops that may be split overlap");
      around.push_back(loop.next);
      if (!check_loop(loop)) return false;
    }
    return true;
  }

  bool check_loop(const LoopSite& loop) {
    if (!starts_[loop.next]) return fail(loop.next, "a row of loops belongs to no loop");
    const Word word = function_.code[loop.next];
    const bool is_source = is_step(op_of(word));
    if (is_source ? a_of(word) != loop.state || loop.state > 61 : !jumps_back(op_of(word)) || loop.state > 63)
      return fail(loop.next, "a row of loops belongs to no loop");
    if (body_of(function_, loop.next) != loop.begin)
      return fail(loop.next, "a row of loops belongs to no loop");
    const LoopBody body = look_at_loop(function_, loop);
    if (body.fault != nullptr) return fail(loop.next, body.fault);
    RegisterSet changed = body.written;
    changed.set_first_64(changed.first_64() & loop.live & ~loop.carried);
    const uint64_t state = state_of(function_, loop).first_64();
    if (!changed.is_empty() || (loop.carried & ~loop.live) != 0 || (loop.carried & state) != 0)
      return fail(loop.next, "what a loop carries to its next step has no future");
    if ((state & ~loop.live) != 0) return fail(loop.next, "a loop forgets its state at its next step");
    return true;
  }

  bool check_flow() {
    const FlowFault fault = find_flow_fault(function_);
    return fault.what == nullptr || fail(fault.word, fault.what);
  }

  const Chunk& chunk_;
  const FunctionCode& function_;
  std::string& error_;
  std::vector<bool> starts_;
  size_t next_relocation_ = 0;
  const Relocation* operand_ = nullptr;  // the last relocated operand
};

// Two symbols may have the same name, so names are compared.
bool has_distinct_fields(const Chunk& chunk, const std::vector<uint32_t>& shape) {
  std::vector<std::string_view> names;
  for (uint32_t field : shape) {
    if (field >= chunk.symbols.size()) return false;
    names.push_back(chunk.symbols[field]);
  }
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

bool check_shapes(const Chunk& chunk, std::string& error) {
  auto is_fine = [&](const std::vector<uint32_t>& shape) { return has_distinct_fields(chunk, shape); };
  if (std::all_of(chunk.shapes.begin(), chunk.shapes.end(), is_fine)) return true;
  error = "a shape is malformed";
  return false;
}

// Checks all texts that may become a String or part of a message.
bool check_texts(const Chunk& chunk, std::string& error) {
  auto all_valid = [](const std::vector<std::string>& texts) {
    return std::all_of(texts.begin(), texts.end(), valid_utf8);
  };
  auto is_valid_constant = [](const Constant& constant) {
    return constant.kind != Constant::Kind::String || valid_utf8(constant.text);
  };
  auto has_valid_name = [](const FunctionCode& function) { return valid_utf8(function.name); };
  if (valid_utf8(chunk.path) && all_valid(chunk.symbols) && all_valid(chunk.slots) &&
      all_valid(chunk.imports) &&
      std::all_of(chunk.constants.begin(), chunk.constants.end(), is_valid_constant) &&
      std::all_of(chunk.functions.begin(), chunk.functions.end(), has_valid_name))
    return true;
  error = "a text of the bytecode is not valid UTF-8";
  return false;
}

bool check_constants(const Chunk& chunk, std::string& error) {
  for (const Constant& constant : chunk.constants) {
    if (constant.kind != Constant::Kind::Integer) continue;
    std::string_view digits = constant.text;
    if (!digits.empty() && digits[0] == '-') digits.remove_prefix(1);
    bool well_formed = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (well_formed && digits.size() <= kMaxIntDigits) continue;
    error = well_formed ? "an integer constant is too long" : "an integer constant is malformed";
    return false;
  }
  return true;
}

bool check_body(const Chunk& chunk, std::string& error) {
  const bool is_there =
      !chunk.functions.empty() && chunk.functions[0].arity == 0 && chunk.functions[0].captures == 0;
  if (!is_there) error = "there is no module body";
  return is_there;
}

}  // namespace

bool verify(const Chunk& chunk, std::string& error) {
  if (!check_texts(chunk, error)) return false;
  if (!check_body(chunk, error) || !check_shapes(chunk, error) || !check_constants(chunk, error)) {
    error = chunk.path + ": " + error;
    return false;
  }
  for (const FunctionCode& function : chunk.functions) {
    if (!FunctionVerifier(chunk, function, error).verify()) return false;
  }
  return true;
}

}  // namespace aspen
