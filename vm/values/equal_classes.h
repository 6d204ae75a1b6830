// Pairs of containers that a comparison has visited, so that its time is linear in the containers in memory,
// not in the number of paths to them, which may be exponential.
//
// Visited pairs count as equal: if they are not, the comparison ends anyway. Equality is transitive, so
// classes are stored instead of pairs, of which there might be a product: Hopcroft and Karp, "A linear
// algorithm for testing equivalence of finite automata", 1971. A pair without a shared side is reached
// exactly as often as the pair that holds it, and need not be stored.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "vm/object/object.h"

namespace aspen {

class EqualClasses {
 public:
  // `mode` is 0 or 1: the two modes of comparison have separate classes.
  bool known(const Object* a, const Object* b, unsigned mode) {
    if (!a->is_shared() && !b->is_shared()) return false;
    // A container that is met again need not equal itself: it may contain nan.
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
  // Objects are aligned to 8 bytes, so bit 0 is free.
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
