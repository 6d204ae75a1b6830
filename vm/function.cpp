#include "vm/function.h"

#include <algorithm>

namespace aspen {

const CallSite* Proto::call_site(const Word* to) const {
  auto word = static_cast<uint32_t>(to - code);
  auto at = std::lower_bound(calls.begin(), calls.end(), word,
                             [](const CallSite& call, uint32_t w) { return call.word < w; });
  return at != calls.end() && at->word == word ? &*at : nullptr;
}

}  // namespace aspen
