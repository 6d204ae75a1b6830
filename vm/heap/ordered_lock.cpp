#include "vm/heap/ordered_lock.h"

#ifndef NDEBUG

#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

namespace aspen {

namespace {

// The locks of this thread in the order in which it took them, which is that of their addresses.
thread_local std::vector<const OrderedLock*> held;

}  // namespace

void OrderedLock::note_locking() const {
  assert((held.empty() || std::less<>()(held.back(), this)) &&
         "a thread takes locks in the order of their addresses");
  held.push_back(this);
}

void OrderedLock::note_unlocked() const {
  const auto found = std::find(held.rbegin(), held.rend(), this);
  assert(found != held.rend() && "the thread that took a lock leaves it");
  held.erase(std::next(found).base());
}

bool OrderedLock::is_any_held() { return !held.empty(); }

}  // namespace aspen

#endif
