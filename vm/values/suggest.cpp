#include "vm/values/suggest.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace aspen {

namespace {

constexpr size_t kLongest = 40;
// Measured: a candidate of another length, and a pair of characters.
constexpr uint64_t kCandidateNs = 10, kPairNs = 5;
// The cost of an edit; changing the case of a letter costs half.
constexpr unsigned kEdit = 2;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

unsigned replacement(char a, char b) {
  if (a == b) return 0;
  return is_letter(a) && is_letter(b) && (a ^ b) == 0x20 ? kEdit / 2 : kEdit;
}

// Edit distance with swaps of neighbours (optimal string alignment, Damerau 1964), in half edits. Both texts
// have at most kLongest characters.
unsigned distance(std::string_view a, std::string_view b) {
  std::array<unsigned, kLongest + 1> before{}, above{}, row{};
  for (size_t j = 0; j <= b.size(); j++) above[j] = static_cast<unsigned>(j) * kEdit;
  for (size_t i = 1; i <= a.size(); i++) {
    row[0] = static_cast<unsigned>(i) * kEdit;
    for (size_t j = 1; j <= b.size(); j++) {
      row[j] =
          std::min({above[j] + kEdit, row[j - 1] + kEdit, above[j - 1] + replacement(a[i - 1], b[j - 1])});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + kEdit);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

// A third of the letters may differ, but never all letters of a short name.
unsigned tolerance(size_t length) {
  return length <= 1 ? 0 : static_cast<unsigned>((length + 2) / 3) * kEdit;
}

}  // namespace

void NearestName::consider(std::string_view candidate) {
  if (is_over()) return;
  cost_ns_ += kCandidateNs;
  if (wanted_.size() > kLongest || candidate.size() > kLongest || candidate.empty()) return;
  if (candidate == wanted_) return;
  size_t longer = std::max(wanted_.size(), candidate.size()),
         shorter = std::min(wanted_.size(), candidate.size());
  unsigned allowed = std::min(tolerance(longer), best_distance_ - 1);
  if ((longer - shorter) * kEdit > allowed) return;
  cost_ns_ += kPairNs * wanted_.size() * candidate.size();
  unsigned d = distance(wanted_, candidate);
  if (d > allowed || d >= shorter * kEdit) return;
  best_ = candidate;
  best_distance_ = d;
}

std::string NearestName::hint() const { return best_.empty() ? "" : "did you mean `" + best_ + "`?"; }

}  // namespace aspen
