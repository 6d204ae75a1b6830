// Near names, for "did you mean" hints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aspen {

// Keeps the best of the offered candidates: the one with the smallest edit distance (insertions, deletions,
// replacements, swaps of neighbours; case at half price), if that is small for the length of the name. The
// first of several equal ones wins. After a millisecond or so, no further ones are considered.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted) : wanted_(wanted) {}
  void consider(std::string_view candidate);
  // About how many nanoseconds the candidates have taken. Depends on their text alone.
  uint64_t cost_ns() const { return cost_ns_; }
  // Further candidates are ignored.
  bool is_over() const { return cost_ns_ >= kMostNs; }
  // Empty if no candidate was near.
  const std::string& best() const { return best_; }
  // "did you mean `best`?", or empty.
  std::string hint() const;

 private:
  std::string_view wanted_;
  std::string best_;
  unsigned best_distance_ = ~0u;
  static constexpr uint64_t kMostNs = 1'000'000;
  uint64_t cost_ns_ = 0;
};

}  // namespace aspen
