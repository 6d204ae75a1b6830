// Objects that are free for use: a list for each thread, and batches for all threads. A thread may end more
// of them than it begins. If its list kept them all, another thread would make new ones for ever. The batches
// are the magazines of Bonwick and Adams, "Magazines and Vmem", 2001.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

namespace aspen {

// Linked by T::next. Belongs to one thread.
template <class T>
struct FreeList {
  T* first = nullptr;
  size_t count = 0;
};

// The objects are the owner's. Any thread may call these functions, with its own list.
template <class T>
class SharedFreeList {
 public:
  // Null: there is none.
  T* take(FreeList<T>& list) {
    if (list.first == nullptr) take_batch(list);
    T* taken = list.first;
    if (taken == nullptr) return nullptr;
    list.first = static_cast<T*>(taken->next);
    --list.count;
    return taken;
  }
  void put(FreeList<T>& list, T& object) {
    object.next = list.first;
    list.first = &object;
    if (++list.count == 2 * kBatch) give_batch(list);
  }
  // To be called before there are more than `count` objects. Throws std::bad_alloc.
  void reserve(size_t count) {
    const std::lock_guard guard(lock_);
    const size_t needed = count / kBatch + 1;
    if (batches_.capacity() < needed) batches_.reserve(std::max(needed, 2 * batches_.capacity()));
  }

 private:
  static constexpr size_t kBatch = 64;

  void take_batch(FreeList<T>& list) {
    const std::lock_guard guard(lock_);
    if (batches_.empty()) return;
    list = {batches_.back(), kBatch};
    batches_.pop_back();
  }
  // The objects that were put last, of which the cache knows most, stay.
  void give_batch(FreeList<T>& list) {
    T* last = list.first;
    for (size_t i = 1; i < kBatch; ++i) last = static_cast<T*>(last->next);
    T* batch = static_cast<T*>(last->next);
    last->next = nullptr;
    list.count = kBatch;
    const std::lock_guard guard(lock_);
    batches_.push_back(batch);  // within the capacity
  }

  std::mutex lock_;
  std::vector<T*> batches_;  // the first of each; guarded by the lock
};

}  // namespace aspen
