#include "vm/heap/mark_pool.h"

#include <algorithm>
#include <new>

#include "sched/platform.h"

namespace aspen {

bool MarkPool::give(Object* const* objects, size_t count) {
  const std::lock_guard hold(lock_);
  try {
    objects_.insert(objects_.end(), objects, objects + count);
  } catch (const std::bad_alloc&) {
    return false;
  }
  note_given();
  return true;
}

bool MarkPool::give(MarkRun run) {
  const std::lock_guard hold(lock_);
  try {
    runs_.push_back(run);
  } catch (const std::bad_alloc&) {
    return false;
  }
  note_given();
  return true;
}

void MarkPool::note_given() {
  hungry_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

bool MarkPool::join() {
  const std::lock_guard hold(lock_);
  if (over_) return false;
  ++markers_;
  return true;
}

bool MarkPool::take(std::vector<Object*>& objects, std::vector<MarkRun>& runs) {
  std::unique_lock hold(lock_);
  ++waiting_;
  if (empty() && waiting_ == markers_) {
    over_ = true;
    hungry_.store(false, std::memory_order_relaxed);
    changed_.notify_all();
  } else if (empty()) {
    hungry_.store(true, std::memory_order_relaxed);
    if (waiting_ < sched::cores()) {
      hold.unlock();
      look_out();
      hold.lock();
    }
  }
  changed_.wait(hold, [this] { return over_ || !empty(); });
  if (over_) return false;
  share_out(objects, runs);
  --waiting_;
  if (empty() && waiting_ > 0) hungry_.store(true, std::memory_order_relaxed);
  return true;
}

// The world is stopped meanwhile, and waking a thread takes longer than most waits here.
void MarkPool::look_out() const {
  constexpr int kLooks = 2000;
  for (int i = 0; i < kLooks && hungry(); ++i) sched::spin_pause();
}

// Equal shares for all waiting markers; without memory to divide the work, everything for the first one.
void MarkPool::share_out(std::vector<Object*>& objects, std::vector<MarkRun>& runs) {
  auto move_share = [this](auto& from, auto& to) {
    size_t share = (from.size() + waiting_ - 1) / waiting_;
    try {
      to.assign(from.end() - static_cast<ptrdiff_t>(share), from.end());
      from.resize(from.size() - share);
    } catch (const std::bad_alloc&) {
      to.clear();
      to.swap(from);
    }
  };
  move_share(objects_, objects);
  move_share(runs_, runs);
}

}  // namespace aspen
