// Which registers an instruction reads and writes, from instructions.def: for analyses of finished code.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "vm/code/instructions.h"

namespace aspen {

// A set of registers of one frame, which has at most 256.
class RegisterSet {
 public:
  static RegisterSet run(unsigned first, unsigned count) { return below(first + count) - below(first); }
  static RegisterSet below(unsigned reg) {
    RegisterSet set;
    for (unsigned i = 0; i < kWords; ++i) set.words_[i] = low_bits(reg > i * 64 ? reg - i * 64 : 0);
    return set;
  }
  static RegisterSet all() { return below(kWords * 64); }

  bool contains(unsigned reg) const { return (words_[reg / 64] >> reg % 64 & 1) != 0; }
  bool contains(const RegisterSet& o) const { return (o - *this).is_empty(); }
  bool is_empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  // Bit r: register r, for the first 64.
  uint64_t first_64() const { return words_[0]; }
  void set_first_64(uint64_t bits) { words_[0] = bits; }

  RegisterSet& operator|=(const RegisterSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  RegisterSet& operator&=(const RegisterSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  RegisterSet operator-(const RegisterSet& o) const {
    RegisterSet rest = *this;
    for (unsigned i = 0; i < kWords; ++i) rest.words_[i] &= ~o.words_[i];
    return rest;
  }
  RegisterSet operator|(const RegisterSet& o) const { return RegisterSet(*this) |= o; }
  RegisterSet operator&(const RegisterSet& o) const { return RegisterSet(*this) &= o; }
  bool operator==(const RegisterSet&) const = default;
  // Calls `visit` with each register, in ascending order.
  template <class Visit>
  void each(Visit visit) const {
    for (unsigned i = 0; i < kWords; ++i) {
      for (uint64_t left = words_[i]; left != 0; left &= left - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(left)));
    }
  }
  // The set of r - 1 for each r in this set.
  RegisterSet moved_down() const {
    RegisterSet moved;
    for (unsigned i = 0; i < kWords; ++i) {
      const uint64_t above = i + 1 < kWords ? words_[i + 1] : 0;
      moved.words_[i] = words_[i] >> 1 | above << 63;
    }
    return moved;
  }

 private:
  static constexpr unsigned kWords = 4;
  static constexpr uint64_t low_bits(unsigned count) {
    return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  }

  std::array<uint64_t, kWords> words_{};
};

struct RegisterAccess {
  RegisterSet reads;
  // Written before the next instruction, and before the target of a jump.
  RegisterSet falling, jumping;
  // Read, and possibly replaced.
  RegisterSet updates;
};

// The registers of the instruction that begins with `word`. If it pushes a frame, `falling` has all registers
// from the window up, because the callee's frame overlaps them. Where a loop takes a step, its state counts
// as read, not as written.
RegisterAccess access_of(Word word);

}  // namespace aspen
