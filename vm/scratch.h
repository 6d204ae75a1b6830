// Memory beside the heap that a native builds its result in, counted before it is had (memory_account.h).
//
//   ScratchText out = scratch_text(s);                  // a std::basic_string
//   Scratch<uint32_t> codes = scratch<uint32_t>(s);     // a std::vector
//
// Both throw HeapExhausted when the limit refuses them more, and std::bad_alloc when the system does.
//
// A string or vector that grows has its old and its new memory for a moment; both count.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vm/memory_account.h"

namespace aspen {

class Strand;

// Where no RefusalScope stands around, the memory is counted beyond the limit.
void take_scratch(Strand& strand, size_t bytes);
void give_back_scratch(Strand& strand, size_t bytes);
// Frees memory of `operator new`, too: out of line, as g++ 12 warns of what vectors do after an inline one.
void give_back_scratch(Strand& strand, void* memory, size_t bytes);

// Of one strand, on the thread that runs it.
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

// The same for a std::string, whose owner asks before each append. Short texts are not counted.
class TextRoom {
 public:
  explicit TextRoom(Strand& strand) : strand_(strand) {}

  // Makes room for `more` bytes behind the text. False as for Strand::charge; then the text is as it was.
  bool make(std::string& text, size_t more) {
    return text.capacity() - text.size() >= more || grow(text, more);
  }

 private:
  bool grow(std::string& text, size_t more);

  Strand& strand_;
  Charge charge_;
};

}  // namespace aspen
