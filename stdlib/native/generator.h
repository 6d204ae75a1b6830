// A small generator of random numbers: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", 2014).
#pragma once

#include <cstdint>

namespace aspen {

__extension__ typedef unsigned __int128 UInt128;

class Generator {
 public:
  explicit Generator(uint64_t state) : state_(state) {}
  uint64_t state() const { return state_; }

  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  // Below `bound`, which is positive; every number equally likely (Lemire, "Fast random integer generation in
  // an interval", 2019).
  uint64_t below(uint64_t bound) {
    UInt128 product = UInt128{next()} * bound;
    if (static_cast<uint64_t>(product) < bound) {
      uint64_t least = -bound % bound;
      while (static_cast<uint64_t>(product) < least) product = UInt128{next()} * bound;
    }
    return static_cast<uint64_t>(product >> 64);
  }

  // At least 0 and less than 1, in steps of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

// The calling thread's own generator, seeded by the system.
Generator& system_generator();

}  // namespace aspen
