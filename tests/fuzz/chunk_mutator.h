// Changes bytecode from the compiler into bytecode that it would not write: other registers, instructions,
// jumps, handlers, rows of calls, names, constants, masks and effects. Positions are kept in step with the
// code, so that most results are well-formed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/library/library.h"
#include "vm/code/chunk.h"

// The fuzzer's input, as numbers. Zeros follow its end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : left_(bytes) {}

  bool at_end() const { return left_.empty(); }
  uint8_t byte() {
    if (left_.empty()) return 0;
    const auto first = static_cast<uint8_t>(left_[0]);
    left_.remove_prefix(1);
    return first;
  }
  uint32_t number() { return byte() | uint32_t{byte()} << 8; }
  // A number below `size`. REQUIRES: 0 < size.
  uint32_t below(size_t size) { return static_cast<uint32_t>(number() % size); }
  template <class T>
  T& of(std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::string_view left_;
};

class ChunkMutator {
 public:
  ChunkMutator(aspen::Chunk& chunk, Choices& choices)
      : chunk_(chunk), choices_(choices), f_(choices.of(chunk.functions)) {}

  // Makes one change in one function.
  void change() {
    find_starts();
    using Change = void (ChunkMutator::*)();
    constexpr Change kChanges[] = {
        &ChunkMutator::change_operand,   &ChunkMutator::change_operand,  &ChunkMutator::change_operand,
        &ChunkMutator::change_opcode,    &ChunkMutator::insert_copy,     &ChunkMutator::insert_copy,
        &ChunkMutator::insert_move,      &ChunkMutator::overwrite,       &ChunkMutator::change_jump,
        &ChunkMutator::change_handler,   &ChunkMutator::add_handler,     &ChunkMutator::change_row,
        &ChunkMutator::change_native,    &ChunkMutator::change_native,   &ChunkMutator::change_relocation,
        &ChunkMutator::change_constant,  &ChunkMutator::change_promises, &ChunkMutator::change_shape,
        &ChunkMutator::change_immediate, &ChunkMutator::widen_frame,     &ChunkMutator::change_loop,
    };
    (this->*kChanges[choices_.byte() % std::size(kChanges)])();
  }

 private:
  using Op = aspen::Op;
  using Operand = aspen::Operand;
  using Tail = aspen::Tail;
  using Target = aspen::Relocation::Target;
  using Word = aspen::Word;

  // ---- Positions

  void find_starts() {
    starts_.clear();
    for (uint32_t at = 0; at < f_.code.size(); at += words_at(at)) starts_.push_back(at);
  }
  Op op_at(uint32_t at) const { return aspen::op_of(f_.code[at]); }
  unsigned words_at(uint32_t at) const { return aspen::info(op_at(at)).words(); }
  uint32_t any_start() { return choices_.of(starts_); }
  // Or the end of the code.
  uint32_t any_border() {
    const uint32_t i = choices_.below(starts_.size() + 1);
    return i < starts_.size() ? starts_[i] : static_cast<uint32_t>(f_.code.size());
  }
  uint8_t any_register() { return static_cast<uint8_t>(choices_.below(std::max(1u, f_.frame_size))); }
  bool jumps(uint32_t at) const {
    const auto& tails = aspen::info(op_at(at)).tails;
    return std::find(std::begin(tails), std::end(tails), Tail::offset) != std::end(tails);
  }
  Word& offset_of(uint32_t at) { return f_.code[at + words_at(at) - 1]; }
  void set_byte(uint32_t at, unsigned operand, uint8_t value) {
    const unsigned shift = 8 * (operand + 1);
    f_.code[at] = (f_.code[at] & ~(Word{0xff} << shift)) | Word{value} << shift;
  }
  template <class IsIt>
  bool find_instruction(uint32_t& at, IsIt is_it) {
    std::vector<uint32_t> found;
    for (uint32_t start : starts_) {
      if (is_it(start)) found.push_back(start);
    }
    if (!found.empty()) at = choices_.of(found);
    return !found.empty();
  }

  // ---- Instructions

  void change_operand() {
    const uint32_t at = any_start();
    const aspen::OpInfo& op = aspen::info(op_at(at));
    const unsigned which = choices_.byte() % 3;
    switch (std::array{op.a, op.b, op.c}[which]) {
      case Operand::_: return;
      case Operand::u8:
      case Operand::i8:
      case Operand::i16:
      case Operand::flags: return set_byte(at, which, choices_.byte());
      default: return set_byte(at, which, any_register());
    }
  }

  // Another register for the state of a loop, or for the condition of a jump.
  void change_loop() {
    uint32_t at = 0;
    if (find_instruction(at, [&](uint32_t start) { return jumps(start); })) set_byte(at, 0, any_register());
  }

  // Replaces an instruction by another one with the same tails.
  void change_opcode() {
    const uint32_t at = any_start();
    const aspen::OpInfo& old = aspen::info(op_at(at));
    std::vector<Op> others;
    for (unsigned i = 0; i < aspen::kOpCount; ++i) {
      if (std::equal(std::begin(old.tails), std::end(old.tails), aspen::kOps[i].tails))
        others.push_back(static_cast<Op>(i));
    }
    f_.code[at] = (f_.code[at] & ~Word{0xff}) | static_cast<Word>(choices_.of(others));
  }

  void overwrite() {
    const uint32_t at = any_start();
    if (words_at(at) == 1) f_.code[at] = aspen::encode(Op::Move, any_register(), any_register());
  }

  void insert_move() { insert(any_start(), {aspen::encode(Op::Move, any_register(), any_register())}, {}); }

  // Copies an instruction from another place, with one of its operands changed.
  void insert_copy() {
    const uint32_t from = any_start(), to = any_start();
    if (aspen::pushes_frame(op_at(from))) return;
    std::vector<Word> words(f_.code.begin() + from, f_.code.begin() + from + words_at(from));
    if (jumps(from)) words.back() = 0;
    std::vector<aspen::Relocation> relocations;
    for (const aspen::Relocation& r : f_.relocations) {
      if (r.word > from && r.word < from + words.size())
        relocations.push_back({r.word - from + to, r.target, r.index});
    }
    insert(to, words, relocations);
    find_starts();
    const unsigned which = choices_.byte() % 4;
    if (which < 3 && aspen::info(op_at(to)).a != Operand::_) set_byte(to, which, any_register());
  }

  void insert(uint32_t at, const std::vector<Word>& words, const std::vector<aspen::Relocation>& added) {
    const auto count = static_cast<uint32_t>(words.size());
    auto moved = [&](uint32_t word) { return word >= at ? word + count : word; };
    for (uint32_t start : starts_) {
      if (!jumps(start)) continue;
      const uint32_t behind = start + words_at(start), target = behind + offset_of(start);
      // A jump to `at` now goes before or after the inserted instruction.
      const uint32_t to = target == at && choices_.byte() % 2 == 0 ? at : moved(target);
      offset_of(start) = to - moved(behind - 1) - 1;
    }
    for (aspen::Relocation& r : f_.relocations) r.word = moved(r.word);
    for (aspen::Handler& h : f_.handlers)
      h.begin = moved(h.begin), h.end = moved(h.end), h.target = moved(h.target);
    for (aspen::Location& l : f_.locations) l.word = moved(l.word);
    for (aspen::CallSite& c : f_.calls) c.word = moved(c.word - 1) + 1;
    f_.code.insert(f_.code.begin() + at, words.begin(), words.end());
    f_.relocations.insert(f_.relocations.end(), added.begin(), added.end());
    std::sort(f_.relocations.begin(), f_.relocations.end(),
              [](const auto& a, const auto& b) { return a.word < b.word; });
  }

  void change_jump() {
    uint32_t at = 0;
    if (!find_instruction(at, [&](uint32_t start) { return jumps(start); })) return;
    offset_of(at) = any_start() - at - words_at(at);
  }

  void change_immediate() {
    uint32_t at = 0;
    auto is_immediate = [&](uint32_t start) {
      const Op op = op_at(start);
      return op == Op::LoadInt || op == Op::LoadSpecial || op == Op::ListRest || op == Op::Lend;
    };
    if (!find_instruction(at, is_immediate)) return;
    if (words_at(at) == 2) f_.code[at + 1] = choices_.number() * 0x10001u;
    set_byte(at, 1,
             static_cast<uint8_t>(op_at(at) == Op::LoadSpecial ? choices_.byte() % 4 : choices_.byte()));
    if (op_at(at) == Op::LoadInt) set_byte(at, 2, choices_.byte());
  }

  void widen_frame() { f_.frame_size = std::min(256u, f_.frame_size + choices_.byte() % 16); }

  // ---- Tables

  void change_handler() {
    if (f_.handlers.empty()) return;
    aspen::Handler& handler = choices_.of(f_.handlers);
    switch (choices_.byte() % 4) {
      case 0: handler.begin = any_start(); break;
      case 1: handler.end = any_border(); break;
      case 2: handler.target = any_start(); break;
      case 3: handler.error_register = any_register(); break;
    }
  }

  void add_handler() {
    const uint32_t begin = any_start(), end = std::max(begin + words_at(begin), any_border());
    const uint32_t target = std::max(end, any_start());
    f_.handlers.insert(f_.handlers.begin() + choices_.below(f_.handlers.size() + 1),
                       {begin, end, target, any_register()});
  }

  void change_row() {
    if (f_.calls.empty()) return;
    aspen::CallSite& row = choices_.of(f_.calls);
    switch (choices_.byte() % 4) {
      case 0: row.live ^= uint64_t{1} << choices_.byte() % 64; break;
      case 1: row.live = 0; break;
      case 2: row.flags ^= static_cast<uint8_t>(1u << choices_.byte() % 4); break;
      case 3: row.flags |= aspen::CallSite::kPromotable; break;
    }
  }

  // A name of the library, mostly one that takes the same number of arguments.
  void change_native() {
    uint32_t at = 0;
    auto calls_native = [&](uint32_t start) {
      return op_at(start) == Op::CallNative || op_at(start) == Op::CallUnary ||
             op_at(start) == Op::JumpIfNoPart;
    };
    if (!find_instruction(at, calls_native)) return;
    const unsigned arity = op_at(at) == Op::CallUnary      ? 1
                           : op_at(at) == Op::JumpIfNoPart ? 2
                                                           : aspen::b_of(f_.code[at]);
    const auto& names = aspen::Library::instance().names();
    const size_t first = choices_.below(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      const aspen::LibraryName& name = names[(first + i) % names.size()];
      if (name.native == nullptr || name.native->arity != arity) continue;
      if (op_at(at) != Op::CallNative && name.native->effect != aspen::Effect::pure) continue;
      return retarget(at + 1, name.name);
    }
  }

  void retarget(uint32_t word, std::string_view name) {
    chunk_.symbols.emplace_back(name);
    for (aspen::Relocation& r : f_.relocations) {
      if (r.word == word) r.index = static_cast<uint32_t>(chunk_.symbols.size() - 1);
    }
  }

  void change_relocation() {
    if (f_.relocations.empty()) return;
    aspen::Relocation& r = choices_.of(f_.relocations);
    size_t size = 1;
    switch (r.target) {
      case Target::constant: size = chunk_.constants.size(); break;
      case Target::label:
      case Target::symbol: size = chunk_.symbols.size(); break;
      case Target::shape: size = chunk_.shapes.size(); break;
      case Target::function: size = chunk_.functions.size(); break;
      case Target::slot: size = chunk_.slots.size(); break;
      case Target::module:
      case Target::builtin: return;
      case Target::builtin_value: {
        const auto& names = aspen::Library::instance().names();
        return retarget(r.word, names[choices_.below(names.size())].name);
      }
    }
    r.index = choices_.below(size);
  }

  void change_constant() {
    if (chunk_.constants.empty()) return;
    aspen::Constant& constant = choices_.of(chunk_.constants);
    static constexpr std::string_view kTexts[] = {"",         "é",     "€𝄞e\u0301", "%d",
                                                  ">1000000", "08.3f", "(a|b)*",    "[1,{}]"};
    switch (constant.kind) {
      case aspen::Constant::Kind::Integer: constant.text += std::to_string(choices_.number()); break;
      case aspen::Constant::Kind::String:
      case aspen::Constant::Kind::Bytes: constant.text = kTexts[choices_.byte() % std::size(kTexts)]; break;
    }
  }

  void change_promises() {
    const uint32_t bits = choices_.number();
    switch (choices_.byte() % 5) {
      case 0: f_.consumes ^= bits; break;
      case 1: f_.effect = static_cast<aspen::Effect>(bits % 3); break;
      case 2: f_.reach = {}; break;
      case 3: f_.reach.calls_unknown = !f_.reach.calls_unknown; break;
      case 4: f_.consumes = 0; break;
    }
  }

  void change_shape() {
    if (chunk_.shapes.empty()) return;
    std::vector<uint32_t>& shape = choices_.of(chunk_.shapes);
    if (!shape.empty()) choices_.of(shape) = choices_.below(chunk_.symbols.size());
  }

  aspen::Chunk& chunk_;
  Choices& choices_;
  aspen::FunctionCode& f_;
  std::vector<uint32_t> starts_;
};
