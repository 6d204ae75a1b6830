// What is live at a point of a function: its variables by their index, and after them its parts
// (dead_parts.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/resolve/scope.h"

namespace aspen {

class LiveSet {
 public:
  bool has(const Binding* b) const { return has(b->index); }
  void add(const Binding* b) { add(b->index); }
  void remove(const Binding* b) { remove(b->index); }

  bool has(size_t i) const { return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0; }
  void add(size_t i) {
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    words_[i / 64] |= uint64_t{1} << (i % 64);
  }
  void remove(size_t i) {
    if (i / 64 < words_.size()) words_[i / 64] &= ~(uint64_t{1} << (i % 64));
  }
  // Returns whether anything was new.
  bool merge(const LiveSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    bool grown = false;
    for (size_t i = 0; i < other.words_.size(); ++i) {
      grown |= (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return grown;
  }
  void clear() { words_.clear(); }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace aspen
