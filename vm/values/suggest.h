// Near names, for "did you mean" hints.
#pragma once

#include <string>
#include <string_view>

namespace aspen {

// Keeps the best of the offered candidates: the one with the smallest edit distance (insertions, deletions,
// replacements, swaps of neighbours; case at half price), if that is small for the length of the name. The
// first of several equal ones wins. Only the first ten thousand are considered, so a hint never takes
// noticeable time.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted) : wanted_(wanted) {}
  void consider(std::string_view candidate);
  // Empty if no candidate was near.
  const std::string& best() const { return best_; }
  // "did you mean `best`?", or empty.
  std::string hint() const;

 private:
  std::string_view wanted_;
  std::string best_;
  unsigned best_distance_ = ~0u;
  unsigned considered_ = 0;
};

}  // namespace aspen
