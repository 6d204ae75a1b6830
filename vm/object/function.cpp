#include "vm/object/function.h"

#include <algorithm>
#include <numeric>

namespace aspen {

namespace {

// Assigns each word to the first handler that covers it. Words that have one are skipped, so this takes time
// proportional to words and handlers, however the handlers nest.
class WordOwners {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit WordOwners(uint32_t words) : owners_(words, kNone), next_free_(words + 1) {
    std::iota(next_free_.begin(), next_free_.end(), 0);
  }
  void cover(uint32_t begin, uint32_t end, uint32_t owner) {
    for (uint32_t word = free_from(begin); word < end; word = free_from(word)) {
      owners_[word] = owner;
      next_free_[word] = word + 1;
    }
  }
  const std::vector<uint32_t>& owners() const { return owners_; }

 private:
  uint32_t free_from(uint32_t word) {
    while (next_free_[word] != word) word = next_free_[word] = next_free_[next_free_[word]];
    return word;
  }

  std::vector<uint32_t> owners_, next_free_;
};

}  // namespace

std::vector<Handler> disjoint_handlers(const std::vector<Handler>& innermost_first) {
  uint32_t words = 0;
  for (const Handler& handler : innermost_first) words = std::max(words, handler.end);
  WordOwners covered(words);
  for (uint32_t i = 0; i < innermost_first.size(); ++i)
    covered.cover(innermost_first[i].begin, innermost_first[i].end, i);
  std::vector<Handler> disjoint;
  const std::vector<uint32_t>& owners = covered.owners();
  for (uint32_t word = 0; word < words; ++word) {
    if (owners[word] == WordOwners::kNone) continue;
    const bool goes_on = word > 0 && owners[word - 1] == owners[word];
    if (!goes_on) disjoint.push_back(innermost_first[owners[word]]), disjoint.back().begin = word;
    disjoint.back().end = word + 1;
  }
  return disjoint;
}

const Handler* handler_of(const std::vector<Handler>& disjoint, uint32_t word) {
  auto ends_before = [](const Handler& handler, uint32_t w) { return handler.end <= w; };
  auto at = std::lower_bound(disjoint.begin(), disjoint.end(), word, ends_before);
  return at != disjoint.end() && at->begin <= word ? &*at : nullptr;
}

const CallSite* Proto::call_site(const Word* to) const {
  auto word = static_cast<uint32_t>(to - code);
  auto at = std::lower_bound(calls.begin(), calls.end(), word,
                             [](const CallSite& call, uint32_t w) { return call.word < w; });
  return at != calls.end() && at->word == word ? &*at : nullptr;
}

}  // namespace aspen
