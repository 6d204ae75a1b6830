// xorshift64+ (Marsaglia's shifts 17, 7, 16, Vigna's sum): where a thief starts looking. Not for secrets.
#pragma once

#include <cstdint>

namespace aspen::sched {

class Random {
 public:
  // Workers with the same seed and different indexes draw different numbers; the same seed and index replay.
  Random(uint64_t seed, uint32_t index) {
    const uint64_t mixed = seed + index * kGoldenRatio;
    one_ = static_cast<uint32_t>(mixed >> 32);
    two_ = static_cast<uint32_t>(mixed);
    if (one_ == 0 && two_ == 0) two_ = 1;  // the one state that it would never leave
  }

  uint32_t next() {
    uint32_t s1 = one_;
    const uint32_t s0 = two_;
    s1 ^= s1 << 17;
    s1 = s1 ^ s0 ^ (s1 >> 7) ^ (s0 >> 16);
    one_ = s0;
    two_ = s1;
    return s0 + s1;
  }

  // In [0, bound): the high half of a product (Lemire). Its bias is below bound / 2^32.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(uint64_t{next()} * bound >> 32); }

 private:
  static constexpr uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  uint32_t one_, two_;
};

}  // namespace aspen::sched
