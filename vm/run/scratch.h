// Memory beside the heap in which natives build results, counted before it is allocated (memory_account.h).
//
//   ScratchText out = scratch_text(s);                  // a std::basic_string
//   Scratch<uint32_t> codes = scratch<uint32_t>(s);     // a std::vector
//
// Both throw HeapExhausted when the limit refuses more, and std::bad_alloc when the system does.
//
// While a string or vector grows, its old and its new memory both count.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vm/heap/memory_account.h"

namespace aspen {

class Strand;

// Without a RefusalScope around it, the memory is counted even beyond the limit.
void take_scratch(Strand& strand, size_t bytes);
void give_back_scratch(Strand& strand, size_t bytes);
// Also frees memory of `operator new`; out of line, because g++ 12 warns about inlined frees in vectors.
void give_back_scratch(Strand& strand, void* memory, size_t bytes);

// Belongs to one strand, on the thread that runs it.
template <class T>
class ScratchAllocator {
 public:
  using value_type = T;

  explicit ScratchAllocator(Strand& strand) : strand_(&strand) {}
  template <class U>
  ScratchAllocator(
      const ScratchAllocator<U>& other)  // NOLINT(google-explicit-constructor): as containers need
      : strand_(&other.strand()) {}

  T* allocate(size_t count) {
    take_scratch(*strand_, count * sizeof(T));
    try {
      return static_cast<T*>(::operator new(count * sizeof(T)));
    } catch (...) {  // std::bad_alloc
      give_back_scratch(*strand_, count * sizeof(T));
      throw;
    }
  }
  void deallocate(T* memory, size_t count) { give_back_scratch(*strand_, memory, count * sizeof(T)); }
  Strand& strand() const { return *strand_; }
  bool operator==(const ScratchAllocator&) const = default;

 private:
  Strand* strand_;
};

using ScratchText = std::basic_string<char, std::char_traits<char>, ScratchAllocator<char>>;
template <class T>
using Scratch = std::vector<T, ScratchAllocator<T>>;

inline ScratchText scratch_text(Strand& strand) { return ScratchText(ScratchAllocator<char>(strand)); }
template <class T>
Scratch<T> scratch(Strand& strand) {
  return Scratch<T>(ScratchAllocator<T>(strand));
}

// Likewise for a std::string; its owner asks before each append. Short texts are not counted.
class TextRoom {
 public:
  explicit TextRoom(Strand& strand) : strand_(strand) {}

  // Makes room for `more` bytes at the end. False as for Strand::charge; the text is then unchanged.
  bool make(std::string& text, size_t more) {
    return text.capacity() - text.size() >= more || grow(text, more);
  }

 private:
  bool grow(std::string& text, size_t more);

  Strand& strand_;
  Charge charge_;
};

}  // namespace aspen
