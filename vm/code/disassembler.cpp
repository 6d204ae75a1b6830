#include "vm/code/disassembler.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <unordered_map>

#include "vm/object/value.h"

namespace aspen {

namespace {

using Target = Relocation::Target;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text.substr(0, 40)) {
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + (text.size() > 40 ? "…\"" : "\"");
}

class Printer {
 public:
  Printer(const Chunk& chunk, std::string& out) : chunk_(chunk), out_(out) {}

  void print(uint32_t index) {
    const FunctionCode& f = chunk_.functions[index];
    function_ = &f;
    loops_.clear();
    for (const LoopSite& loop : f.loops) loops_.try_emplace(loop.next, &loop);
    std::string name = index == 0 ? "module " + chunk_.path : f.name.empty() ? "(unnamed)" : f.name;
    out_ += "function " + std::to_string(index) + " " + name + "/" + std::to_string(f.arity) +
            "  registers " + std::to_string(f.frame_size) + "  captures " + std::to_string(f.captures) +
            "  consumes " + mask(f.consumes, f.arity) + "\n";
    size_t relocation = 0;
    for (uint32_t at = 0; at < f.code.size(); at += info(op_of(f.code[at])).words()) {
      relocation = instruction(at, relocation);
    }
    for (const Handler& h : f.handlers) {
      out_ += "  try " + std::to_string(h.begin) + " … " + std::to_string(h.end) + " -> " +
              std::to_string(h.target) + ", error in R" + std::to_string(h.error_register) + "\n";
    }
  }

 private:
  static std::string mask(ConsumeMask consumes, unsigned arity) {
    std::string text;
    for (unsigned i = 0; i < arity; ++i) text += i >= 31 || (consumes >> i & 1) ? '1' : '0';
    return text.empty() ? "-" : text;
  }

  size_t instruction(uint32_t at, size_t relocation) {
    Word word = function_->code[at];
    const OpInfo& op = info(op_of(word));
    std::string operands = bytes(op, word);
    uint32_t tail_at = at + 1;
    for (Tail tail : op.tails) {
      const Relocation* found = nullptr;
      if (tail != Tail::_ && relocation < function_->relocations.size() &&
          function_->relocations[relocation].word == tail_at) {
        found = &function_->relocations[relocation++];
      }
      append_tail(operands, at, op, tail, tail_at, found);
      tail_at += tail_words(tail);
    }
    char line[64];
    std::snprintf(line, sizeof line, "%6u  %-24.*s", at, static_cast<int>(op.name.size()), op.name.data());
    out_ += line;
    out_ += operands;
    if (operands.size() < 32) out_.append(32 - operands.size(), ' ');
    out_ += "  ; ";
    out_ += op.meaning;
    append_call(at + op.words());
    append_loop(at);
    out_ += '\n';
    return relocation;
  }

  // The registers that are live during the call that returns to `to`.
  void append_call(uint32_t to) {
    const std::vector<CallSite>& calls = function_->calls;
    auto earlier = [](const CallSite& c, uint32_t word) { return c.word < word; };
    auto call = std::lower_bound(calls.begin(), calls.end(), to, earlier);
    if (call == calls.end() || call->word != to) return;
    out_ += "; live";
    for (unsigned reg = 0; reg < 64; ++reg) {
      if (call->live >> reg & 1) out_ += " R" + std::to_string(reg);
    }
    if (call->live == 0) out_ += " -";
    if (call->flags & CallSite::kPromotable) out_ += "; promotable";
    if (call->flags & CallSite::kBarrier) out_ += "; barrier";
    if (call->flags & CallSite::kPublishes) out_ += "; publishes";
  }

  void append_loop(uint32_t at) {
    const auto found = loops_.find(at);
    if (found == loops_.end()) return;
    const LoopSite& loop = *found->second;
    out_ += "; carries";
    for (unsigned reg = 0; reg < 64; ++reg) {
      if (loop.is_carried(reg)) out_ += " R" + std::to_string(reg);
    }
    if (loop.carried == 0) out_ += " -";
  }

  static std::string bytes(const OpInfo& op, Word word) {
    std::string text;
    append_byte(text, op.a, a_of(word), word);
    append_byte(text, op.b, b_of(word), word);
    append_byte(text, op.c, c_of(word), word);
    return text;
  }

  static void append_byte(std::string& text, Operand operand, uint8_t value, Word word) {
    if (operand == Operand::_) return;
    if (!text.empty()) text += ' ';
    switch (operand) {
      case Operand::_: break;
      case Operand::w:
      case Operand::r:
      case Operand::rw:
      case Operand::v:
      case Operand::run:
      case Operand::vrun:
      case Operand::pair:
      case Operand::win:
      case Operand::it: text += 'R' + std::to_string(value); break;
      case Operand::u8:
      case Operand::flags: text += std::to_string(value); break;
      case Operand::i8: text += std::to_string(static_cast<int8_t>(value)); break;
      case Operand::i16: text += std::to_string(bc_of(word)); break;
    }
  }

  void append_tail(std::string& text, uint32_t at, const OpInfo& op, Tail tail, uint32_t tail_at,
                   const Relocation* relocation) {
    if (tail == Tail::_ || tail == Tail::cache) return;
    text += ' ';
    if (relocation != nullptr) {
      text += name_of(*relocation);
    } else if (tail == Tail::offset) {
      text += "-> " + std::to_string(static_cast<int64_t>(at) + op.words() +
                                     static_cast<int32_t>(function_->code[tail_at]));
    } else if (tail == Tail::value || tail == Tail::number) {
      text += immediate(tail_at);
    } else {
      text += std::to_string(function_->code[tail_at]);
    }
  }

  std::string immediate(uint32_t at) const {
    Value v = Value::from_bits(uint64_t{function_->code[at]} | uint64_t{function_->code[at + 1]} << 32);
    if (v.is_small_int()) return std::to_string(v.as_small_int());
    if (v.is_bool()) return v.is_true() ? "true" : "false";
    if (v.is_unit()) return "()";
    char text[32];
    auto end = std::to_chars(text, text + sizeof text, v.as_double()).ptr;
    return {text, end};
  }

  std::string name_of(const Relocation& relocation) const {
    uint32_t i = relocation.index;
    switch (relocation.target) {
      case Target::constant: {
        const Constant& constant = chunk_.constants[i];
        return constant.kind == Constant::Kind::Integer ? constant.text : quoted(constant.text);
      }
      case Target::label:
      case Target::builtin:
      case Target::builtin_value: return chunk_.symbols[i];
      case Target::symbol: return "." + chunk_.symbols[i];
      case Target::shape: return shape(i);
      case Target::function:
        return chunk_.functions[i].name.empty() ? "function " + std::to_string(i) : chunk_.functions[i].name;
      case Target::slot: return "slot " + chunk_.slots[i];
      case Target::module: return quoted(chunk_.imports[i]);
    }
    return {};
  }

  std::string shape(uint32_t index) const {
    std::string text = "{";
    for (uint32_t field : chunk_.shapes[index]) text += " " + chunk_.symbols[field];
    return text + " }";
  }

  const Chunk& chunk_;
  std::string& out_;
  const FunctionCode* function_ = nullptr;
  std::unordered_map<uint32_t, const LoopSite*> loops_;  // of the function, by the step
};

}  // namespace

std::string disassemble(const Chunk& chunk) {
  std::string out;
  Printer printer(chunk, out);
  for (uint32_t i = 0; i < chunk.functions.size(); ++i) {
    if (i > 0) out += '\n';
    printer.print(i);
  }
  return out;
}

}  // namespace aspen
