// Opcodes, operand shapes and instruction sizes, derived from instructions.def.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace aspen {

using Word = uint32_t;

enum class Op : uint8_t {
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) name,
#include "vm/code/instructions.def"
#undef ASPEN_OP
};

inline constexpr unsigned kOpCount = 0
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) +1
#include "vm/code/instructions.def"
#undef ASPEN_OP
    ;

// How an operand byte is used; instructions.def begins with the meaning of each.
enum class Operand : uint8_t { _, w, r, rw, v, run, vrun, pair, win, it, u8, i8, i16, flags };
enum class Tail : uint8_t {
  _,
  value,
  number,
  proto,
  native,
  slot,
  module,
  shape,
  symbol,
  imm,
  cache,
  offset
};

constexpr unsigned tail_words(Tail t) {
  switch (t) {
    case Tail::_: return 0;
    case Tail::shape:
    case Tail::symbol:
    case Tail::imm:
    case Tail::cache:
    case Tail::offset: return 1;
    case Tail::value:
    case Tail::number:
    case Tail::proto:
    case Tail::native:
    case Tail::slot:
    case Tail::module: return 2;
  }
  return 0;
}

struct OpInfo {
  std::string_view name;
  Operand a, b, c;
  Tail tails[3];
  std::string_view meaning;
  constexpr unsigned words() const {
    return 1 + tail_words(tails[0]) + tail_words(tails[1]) + tail_words(tails[2]);
  }
};

inline constexpr OpInfo kOps[] = {
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) \
  {#name, Operand::a, Operand::b, Operand::c, {Tail::t1, Tail::t2, Tail::t3}, meaning},
#include "vm/code/instructions.def"
#undef ASPEN_OP
};

constexpr const OpInfo& info(Op op) { return kOps[static_cast<unsigned>(op)]; }

// Whether execution may continue with the next instruction.
constexpr bool falls_through(Op op) {
  switch (op) {
    case Op::Jump:
    case Op::Loop:
    case Op::TailCall:
    case Op::TailCallKnown:
    case Op::Return:
    case Op::ReturnBase:
    case Op::ReturnTuple:
    case Op::ReturnModule:
    case Op::MatchFail:
    case Op::EndStrand:
    case Op::Unwind:
    case Op::Leave: return false;
    default: return true;
  }
}

// Whether the instruction enters Aspen code that returns to the word after it.
constexpr bool pushes_frame(Op op) { return op == Op::Call || op == Op::CallKnown || op == Op::LoadModule; }

// The first word of an instruction.
constexpr Word encode(Op op, uint8_t a = 0, uint8_t b = 0, uint8_t c = 0) {
  return static_cast<Word>(op) | Word{a} << 8 | Word{b} << 16 | Word{c} << 24;
}
constexpr Word encode_i16(Op op, uint8_t a, int16_t bc) {
  return static_cast<Word>(op) | Word{a} << 8 | Word{static_cast<uint16_t>(bc)} << 16;
}
constexpr Op op_of(Word w) { return static_cast<Op>(w & 0xff); }
constexpr uint8_t a_of(Word w) { return static_cast<uint8_t>(w >> 8); }
constexpr uint8_t b_of(Word w) { return static_cast<uint8_t>(w >> 16); }
constexpr uint8_t c_of(Word w) { return static_cast<uint8_t>(w >> 24); }
constexpr int16_t bc_of(Word w) { return static_cast<int16_t>(w >> 16); }

// Running code changes: opcodes become other forms with the same operands, and inline caches are filled. Any
// worker that runs the code stores such words and all workers read them. Each of the values is valid, so
// relaxed and indivisible accesses suffice. All other words stay as the loader wrote them.
inline Word load_word(const Word* at) {
  return std::atomic_ref(const_cast<Word&>(*at)).load(std::memory_order_relaxed);
}
inline void store_word(const Word* at, Word word) {
  std::atomic_ref(const_cast<Word&>(*at)).store(word, std::memory_order_relaxed);
}

// The parts of the first word of an instruction in running code.
inline Op op_of(const Word* pc) { return op_of(load_word(pc)); }
inline uint8_t a_of(const Word* pc) { return a_of(load_word(pc)); }
inline uint8_t b_of(const Word* pc) { return b_of(load_word(pc)); }
inline uint8_t c_of(const Word* pc) { return c_of(load_word(pc)); }
inline int16_t bc_of(const Word* pc) { return bc_of(load_word(pc)); }
// Rewrites an instruction to another form.
inline void store_op(const Word* pc, Op op) {
  store_word(pc, (load_word(pc) & ~Word{0xff}) | static_cast<Word>(op));
}

// An inline cache holds a shape and a slot in one word: a ShapeId is zero in the bits of the slot (record.h).
inline constexpr uint32_t kCachedSlots = 256;
inline constexpr Word kEmptyCache = 0xffffffff;  // no shape has such an id

}  // namespace aspen
