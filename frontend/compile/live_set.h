// What is live at a point of a function: its variables by their index, and after them its parts
// (dead_parts.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "frontend/resolve/scope.h"

namespace aspen {

// Sparse: in a long function, little is live at any one point, and each branch copies its set.
class LiveSet {
 public:
  bool has(const Binding* b) const { return has(b->index); }
  void add(const Binding* b) { add(b->index); }
  void remove(const Binding* b) { remove(b->index); }

  bool has(size_t i) const {
    const auto word = find(i / 64);
    return word != words_.end() && word->at == i / 64 && (word->bits & bit(i)) != 0;
  }
  void add(size_t i) {
    auto word = find(i / 64);
    if (word == words_.end() || word->at != i / 64) word = words_.insert(word, {i / 64, 0});
    word->bits |= bit(i);
  }
  void remove(size_t i) {
    const auto word = find(i / 64);
    if (word == words_.end() || word->at != i / 64) return;
    word->bits &= ~bit(i);
    if (word->bits == 0) words_.erase(word);
  }
  // Returns whether anything was new.
  bool merge(const LiveSet& other) {
    bool grown = false;
    size_t missing = 0;
    auto mine = words_.begin();
    for (const Word& word : other.words_) {
      while (mine != words_.end() && mine->at < word.at) ++mine;
      if (mine == words_.end() || mine->at != word.at) {
        ++missing;
        continue;
      }
      grown |= (word.bits & ~mine->bits) != 0;
      mine->bits |= word.bits;
    }
    if (missing != 0) insert_missing(other, missing);
    return grown || missing != 0;
  }
  void clear() { words_.clear(); }
  // Calls `visit` with each element that `other` has, too.
  template <typename Visit>
  void each_common(const LiveSet& other, Visit&& visit) const {
    for (const Word& word : words_) {
      const auto found = other.find(word.at);
      if (found == other.words_.end() || found->at != word.at) continue;
      for (uint64_t bits = word.bits & found->bits; bits != 0; bits &= bits - 1)
        visit(word.at * 64 + static_cast<size_t>(std::countr_zero(bits)));
    }
  }

 private:
  struct Word {
    size_t at;  // the bits are those of the elements from 64 * at on
    uint64_t bits;
  };

  static uint64_t bit(size_t i) { return uint64_t{1} << (i % 64); }
  static auto position(auto& words, size_t at) {
    return std::lower_bound(words.begin(), words.end(), at,
                            [](const Word& word, size_t wanted) { return word.at < wanted; });
  }
  std::vector<Word>::iterator find(size_t at) { return position(words_, at); }
  std::vector<Word>::const_iterator find(size_t at) const { return position(words_, at); }

  void insert_missing(const LiveSet& other, size_t count) {
    std::vector<Word> all;
    all.reserve(words_.size() + count);
    std::set_union(words_.begin(), words_.end(), other.words_.begin(), other.words_.end(),
                   std::back_inserter(all), [](const Word& a, const Word& b) { return a.at < b.at; });
    words_ = std::move(all);
  }

  std::vector<Word> words_;  // by `at`; none is 0
};

}  // namespace aspen
