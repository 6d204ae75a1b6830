// What a comparison remembers of containers that are reached in many ways, so that its time is linear in what
// there is in memory and not in the number of ways, which may be exponential.
//
// Pairs that were entered count as equal from then on: if they are not, the comparison ends there. Equality
// is transitive, so classes are kept and not pairs, of which there might be a product: Hopcroft and Karp, "A
// linear algorithm for testing equivalence of finite automata", 1971. A pair of which neither side is shared
// is reached as often as the pair that holds it, and need not be remembered.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "vm/object.h"

namespace aspen {

class EqualClasses {
 public:
  // `mode` is 0 or 1: modes of comparison know nothing of each other.
  bool known(const Object* a, const Object* b, unsigned mode) {
    if (!a->is_shared() && !b->is_shared()) return false;
    // That a container was met again does not say that it equals itself: it may hold nan.
    if (a == b) return parents_.contains(itself(a, mode));
    uintptr_t x = find(key(a, mode)), y = find(key(b, mode));
    return x == y;
  }

  void remember(const Object* a, const Object* b, unsigned mode) {
    if (!a->is_shared() && !b->is_shared()) return;
    if (a == b) {
      parents_.emplace(itself(a, mode), 0);
    } else {
      uintptr_t x = find(key(a, mode)), y = find(key(b, mode));
      if (x != y) parents_[x] = y;
    }
  }

 private:
  // Objects stand at multiples of 8.
  static uintptr_t key(const Object* object, unsigned mode) {
    return reinterpret_cast<uintptr_t>(object) | mode;
  }
  static uintptr_t itself(const Object* object, unsigned mode) { return key(object, mode) | 2; }

  // The representative of a class. Halves the path there, which keeps paths short.
  uintptr_t find(uintptr_t node) {
    for (auto at = parents_.find(node); at != parents_.end(); at = parents_.find(node)) {
      auto next = parents_.find(at->second);
      if (next == parents_.end()) return at->second;
      node = at->second = next->second;
    }
    return node;
  }

  std::unordered_map<uintptr_t, uintptr_t> parents_;  // roots have none
};

}  // namespace aspen
