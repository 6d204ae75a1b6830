// Sorting that a strand can stop.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "vm/run/strand.h"

namespace aspen {

// The median of the medians of three places each at the beginning, the middle and the end.
template <class T, class Before>
T middle_of_nine(const T* begin, const T* end, Before before) {
  auto middle = [&](T a, T b, T c) {
    if (before(b, a)) std::swap(a, b);
    if (before(c, b)) std::swap(b, c);
    return before(b, a) ? a : b;
  };
  std::ptrdiff_t step = (end - begin) / 9;
  auto at = [&](std::ptrdiff_t i) {
    return middle(begin[i * step], begin[(i + 1) * step], begin[(i + 2) * step]);
  };
  return middle(at(0), at(3), at(6));
}

// As std::sort, but it checks between parts of the work whether the strand has to stop (Strand::work). False
// if so; the elements are then in any order. `before` must not use the strand.
template <class T, class Before>
bool sort_parts(Strand& strand, T* begin, T* end, Before before) {
  constexpr std::ptrdiff_t kPart = 1 << 14;
  constexpr std::ptrdiff_t kFewAtLeft = 8;  // a lopsided division may mean many equal elements
  constexpr uint64_t kPartWork = 32, kDivisionWork = 4;
  // After too many bad pivots, std::sort does the rest.
  for (int divisions = 2 * std::bit_width(static_cast<size_t>(end - begin));
       end - begin > kPart && divisions > 0; --divisions) {
    if (!strand.work(static_cast<uint64_t>(end - begin) * kDivisionWork)) return false;
    T pivot = middle_of_nine(begin, end, before);
    T* split = std::partition(begin, end, [&](const T& v) { return before(v, pivot); });
    T* right = split;
    if (split - begin < (end - begin) / kFewAtLeft) {
      right = std::partition(split, end, [&](const T& v) { return !before(pivot, v); });
    }
    // The longer side in this loop, so that the depth of calls is logarithmic in the length.
    bool left_is_longer = split - begin > end - right;
    if (!sort_parts(strand, left_is_longer ? right : begin, left_is_longer ? end : split, before))
      return false;
    (left_is_longer ? end : begin) = left_is_longer ? split : right;
  }
  std::sort(begin, end, before);
  return strand.work(static_cast<uint64_t>(end - begin) * kPartWork);
}

}  // namespace aspen
