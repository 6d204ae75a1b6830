#include "vm/code/same_value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "vm/code/register_access.h"

namespace aspen {

namespace {

constexpr size_t kMostSteps = 4;  // d[u][v] - 1 has three

// The form that lends; both give the same value.
Op lending(Op op) {
  switch (op) {
    case Op::GetFieldShared: return Op::GetField;
    case Op::GetItemShared: return Op::GetItem;
    case Op::GetIndexShared: return Op::GetIndex;
    case Op::GetIndexIntShared: return Op::GetIndexInt;
    default: return op;
  }
}

// Of instructions that only read registers, or what does not change.
bool is_repeatable(Op op) {
  switch (op) {
    case Op::GetField:
    case Op::GetItem:
    case Op::GetIndex:
    case Op::GetIndexInt:
    case Op::GetCapture:
    case Op::CallUnary:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::FloorDiv:
    case Op::Mod:
    case Op::Pow:
    case Op::Neg:
    case Op::AddInt:
    case Op::MulInt:
    case Op::FloorDivInt:
    case Op::ModInt:
    case Op::AddValue:
    case Op::SubValue:
    case Op::MulValue:
    case Op::DivValue:
    case Op::FloorDivValue:
    case Op::ModValue:
    case Op::PowValue:
    case Op::SubFromValue:
    case Op::DivFromValue: return true;
    default: return false;
  }
}

// Compares as many instructions at the ends of two parts.
class Comparison {
 public:
  Comparison(const FunctionCode& function, std::span<const uint32_t> before, std::span<const uint32_t> block,
             size_t steps)
      : function_(function), before_(before.last(steps)), block_(block.last(steps)) {
    for (const uint32_t at : before_) written_ |= written_by(at);
    for (const uint32_t at : block.first(block.size() - steps)) changed_ |= written_by(at);
  }

  bool are_same(uint8_t value, uint8_t again) {
    for (size_t i = 0; i < before_.size(); ++i) {
      if (!is_same(before_[i], block_[i])) return false;
    }
    return target(before_.back()) == value && target(block_.back()) == again;
  }

 private:
  uint8_t target(uint32_t at) const { return a_of(function_.code[at]); }

  RegisterSet written_by(uint32_t at) const {
    const RegisterAccess access = access_of(function_.code[at]);
    return access.falling | access.updates;
  }

  bool is_same(uint32_t first, uint32_t second) {
    const Word a = function_.code[first], b = function_.code[second];
    const Op op = lending(op_of(a));
    if (op != lending(op_of(b)) || !is_repeatable(op)) return false;
    const OpInfo& shape = info(op);
    if (!is_same_operand(shape.b, b_of(a), b_of(b)) || !is_same_operand(shape.c, c_of(a), c_of(b)))
      return false;
    if (!has_same_constant(first, second)) return false;
    again_[target(first)] = target(second);
    changed_ |= written_by(second);
    return true;
  }

  bool is_same_operand(Operand role, uint8_t first, uint8_t second) const {
    if (role != Operand::r) return first == second;
    if (again_[first]) return *again_[first] == second;
    return first == second && !written_.contains(first) && !changed_.contains(first);
  }

  // A number, or what the loader writes into the code later: a symbol, a native.
  bool has_same_constant(uint32_t first, uint32_t second) const {
    const unsigned words = tail_words(info(op_of(function_.code[first])).tails[0]);
    for (unsigned i = 1; i <= words; ++i) {
      if (function_.code[first + i] != function_.code[second + i]) return false;
    }
    const Relocation *a = relocation_at(first + 1), *b = relocation_at(second + 1);
    if (a == nullptr || b == nullptr) return a == b;
    return a->target == b->target && a->index == b->index;
  }

  const Relocation* relocation_at(uint32_t word) const {
    const std::vector<Relocation>& all = function_.relocations;
    const auto found = std::lower_bound(all.begin(), all.end(), word,
                                        [](const Relocation& r, uint32_t w) { return r.word < w; });
    return found != all.end() && found->word == word ? &*found : nullptr;
  }

  const FunctionCode& function_;
  std::span<const uint32_t> before_, block_;
  RegisterSet written_;                            // by the first part
  RegisterSet changed_;                            // since then
  std::array<std::optional<uint8_t>, 256> again_;  // by register of the first part: that of the second one
};

}  // namespace

bool computes_again(const FunctionCode& function, const std::vector<uint32_t>& before, uint8_t value,
                    const std::vector<uint32_t>& block, uint8_t again) {
  const size_t most = std::min({before.size(), block.size(), kMostSteps});
  for (size_t steps = 1; steps <= most; ++steps) {
    if (Comparison(function, before, block, steps).are_same(value, again)) return true;
  }
  return false;
}

}  // namespace aspen
