#include "vm/heap/mutator.h"

#include <algorithm>
#include <utility>

#include "sched/platform.h"
#include "vm/heap/heap.h"
#include "vm/heap/native_stack.h"
#include "vm/heap/ordered_lock.h"

namespace aspen {

Mutator::Mutator(Heap& heap) : heap_(heap), allocator_(heap, *this) {
  const std::lock_guard hold(heap.lock_);
  heap.mutators_.push_back(this);
}

Mutator::~Mutator() {
  assert(!runs());
  std::unique_lock hold(heap_.lock_);
  heap_.over_.wait(hold, [this] { return heap_.collector_ == nullptr; });
  heap_.retire(allocator_);
  heap_.take_promise(*this);
  std::erase(heap_.mutators_, this);
}

void Mutator::enter() {
  state_.store(State::running, std::memory_order_seq_cst);
  if (!heap_.stop_requested_.load(std::memory_order_seq_cst)) return;
  std::unique_lock hold(heap_.lock_);
  heap_.stand_still(*this, State::outside, hold);
}

void Mutator::leave() {
  state_.store(State::outside, std::memory_order_seq_cst);
  if (!heap_.stop_requested_.load(std::memory_order_seq_cst)) return;
  const std::lock_guard hold(heap_.lock_);
  heap_.one_stopped_.notify_one();
}

void Mutator::stay(const void* base) {
  if (!runs()) enter();
  base_ = base;
}

void Mutator::rest() {
  if (!runs()) return;
  base_ = nullptr;
  leave();
}

void Mutator::check_in() {
  if (heap_.stop_requested_.load(std::memory_order_seq_cst)) heap_.stop(*this);
}

NativeStackScope::NativeStackScope(Mutator& mutator, const void* base)
    : mutator_(mutator), previous_base_(mutator.base_), entered_(!mutator.runs()) {
  if (!entered_) return;
  mutator.enter();
  if (!previous_base_) mutator.base_ = base;
}

NativeStackScope::~NativeStackScope() {
  if (!entered_) return;
  mutator_.base_ = previous_base_;
  mutator_.leave();
}

void Heap::stop(Mutator& mutator) {
  mutator.expose_stack([&] {
    std::unique_lock hold(lock_);
    stand_still(mutator, Mutator::State::stopped, hold);
  });
}

void Heap::stand_still(Mutator& mutator, Mutator::State state, std::unique_lock<std::mutex>& hold) {
  assert(!OrderedLock::is_any_held() && "others may wait for the lock meanwhile");
  Mutator::State before = mutator.state_.load(std::memory_order_relaxed);
  mutator.state_.store(state, std::memory_order_relaxed);
  one_stopped_.notify_one();
  ++standing_;
  roots_.note_stop();
  // Waking a thread takes longer than the part of a collection before marking.
  bool looks_out = standing_ < sched::cores();
  while (collector_ != nullptr) {
    if (pool_.load(std::memory_order_relaxed) != nullptr) {
      help_to_mark(hold);
    } else if (std::exchange(looks_out, false)) {
      hold.unlock();
      look_out();
      hold.lock();
    } else {
      over_.wait(hold);
    }
  }
  --standing_;
  roots_.note_resumption();
  mutator.state_.store(before, std::memory_order_relaxed);
}

void Heap::look_out() const {
  constexpr int kLooks = 2000;
  for (int i = 0; i < kLooks; ++i) {
    const bool is_over = !stop_requested_.load(std::memory_order_relaxed);
    if (is_over || pool_.load(std::memory_order_relaxed) != nullptr) return;
    sched::spin_pause();
  }
}

bool Heap::others_run(const Mutator& mutator) const {
  return std::any_of(mutators_.begin(), mutators_.end(), [&](const Mutator* other) {
    return other != &mutator && other->state_.load(std::memory_order_seq_cst) == Mutator::State::running;
  });
}

// Calls the roots without the lock, because a strand that they stop may need the lock first.
void Heap::stop_others(Mutator& mutator, std::unique_lock<std::mutex>& hold) {
  collector_ = &mutator;
  stop_requested_.store(true, std::memory_order_seq_cst);
  if (!others_run(mutator)) return;
  hold.unlock();
  roots_.request_stop();
  hold.lock();
  one_stopped_.wait(hold, [&] { return !others_run(mutator); });
}

// One that is outside has exposed its stack already.
void Heap::while_others_stand(Mutator& mutator, const std::function<void()>& action) {
  if (!mutator.runs()) return stand_alone(mutator, Mutator::State::outside, action);
  mutator.expose_stack([&] { stand_alone(mutator, Mutator::State::stopped, action); });
}

void Heap::stand_alone(Mutator& mutator, Mutator::State waiting, const std::function<void()>& action) {
  std::unique_lock hold(lock_);
  while (collector_ != nullptr) stand_still(mutator, waiting, hold);
  stop_others(mutator, hold);
  struct Resumption {
    Heap& heap;
    Hold& hold;
    ~Resumption() {
      hold.lock();
      heap.resume_others();
    }
  } resumption{*this, hold};
  hold.unlock();  // a thread that holds a lock which `action` takes may wait for this one
  action();
}

void Heap::resume_others() {
  collector_ = nullptr;
  stop_requested_.store(false, std::memory_order_seq_cst);
  over_.notify_all();
}

}  // namespace aspen
