// The heap's limit: when a collection is due, and which requests are refused.
#include <mimalloc.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "vm/heap/heap.h"

namespace aspen {

bool Allocator::can_allocate(size_t bytes) { return heap_.can_allocate(mutator_, bytes); }

bool Allocator::has_room_ahead(size_t bytes) { return heap_.has_room_ahead(mutator_, bytes); }

bool Heap::can_allocate(Mutator& mutator, size_t bytes) {
  Hold hold(lock_);
  if (bytes > limit()) return false;  // whatever a collection may free
  if (over_limit(bytes)) collect_for_room(mutator, hold);
  if (over_limit(bytes) || bytes >= kImpossibleBytes) return false;
  return bytes <= granted_ || system_grants(bytes);
}

// Other threads may ask before this thread has allocated what was reserved for it.
bool Heap::has_room_ahead(Mutator& mutator, size_t bytes) {
  Hold hold(lock_);
  take_promise(mutator);
  if (!fits_ahead(mutator, bytes, hold)) return false;
  promised_ += mutator.promised_ = bytes;
  return true;
}

void Heap::take_promise(Mutator& mutator) { promised_ -= std::exchange(mutator.promised_, 0); }

// With much live data, and garbage that gathers quickly, each question would lead to a collection. It does so
// only if enough was allocated since the last one.
bool Heap::fits_ahead(Mutator& mutator, size_t bytes, Hold& hold) {
  constexpr size_t kShareWorthLooking = 16;
  const size_t half = limit() / 2;
  if (!over(half, promised_ + bytes)) return true;
  if (allocated_since_ + charged_since() < limit() / kShareWorthLooking) return false;
  collect(mutator, hold);
  return !over(half, promised_ + bytes);
}

void Heap::note_crowd(Mutator& mutator, size_t bytes, Hold& hold) {
  if (is_crowded() || fits_ahead(mutator, bytes, hold)) return;
  if (is_crowded_.exchange(true, std::memory_order_relaxed)) return;
  hold.unlock();
  roots_.heap_crowded();
  hold.lock();
}

bool Heap::find_room(Mutator& mutator, size_t bytes) {
  Hold hold(lock_);
  collect_for_room(mutator, hold);
  if (over_limit(bytes)) return false;
  limit_reached_.store(false, std::memory_order_relaxed);
  return true;
}

// The system may refuse a large request. Asking is expensive, so this asks for somewhat more than is needed,
// and the answer holds until the next collection.
bool Heap::system_grants(size_t bytes) {
  for (size_t asked : {bytes + bytes / 4, bytes}) {
    void* memory = mi_malloc(asked);
    mi_free(memory);
    if (!memory) continue;
    granted_ = asked;
    return true;
  }
  return false;
}

void Heap::reach_limit(Mutator& mutator, Hold& hold) {
  if (limit_reached_.exchange(true, std::memory_order_relaxed)) return;
  hold.unlock();
  roots_.heap_limit_reached(mutator);
  hold.lock();
}

// Once the limit counts as reached, allocations do not collect any more. So stacks that exceed it by little
// are left to the next allocation.
void Heap::note_beyond_limit(Mutator& mutator) {
  constexpr size_t kShare = 16;
  if (memory_->has_room(0) || bytes_used() < limit() + limit() / kShare) return;
  Hold hold(lock_);
  reach_limit(mutator, hold);
}

// A collection by another thread also counts.
void Heap::collect_if_due(Mutator& mutator, size_t bytes, Hold& hold) {
  if (collector_ != nullptr || allocated_since_ + charged_since() + bytes > budget_) collect(mutator, hold);
}

size_t Heap::charged_since() const {
  const size_t charged = memory_->charged();
  return charged - std::min(charged, charged_then_);
}

void Heap::collect_for_stress(Mutator& mutator, size_t bytes) {
  constexpr size_t kQuicklyMarked = size_t{32} << 10;
  constexpr size_t kShare = 64;
  Hold hold(lock_);
  unstressed_bytes_ += bytes;
  size_t live = statistics_.bytes_live + roots_.root_bytes();
  if (live > kQuicklyMarked && unstressed_bytes_ < live / kShare) return;
  unstressed_bytes_ = 0;
  collect(mutator, hold);
}

// Counts `bytes`, which the caller then allocates.
void Heap::take_bytes(Mutator& mutator, size_t bytes, Hold& hold) {
  if (!take_below_limit(mutator, bytes, hold)) take_beyond_limit(mutator, bytes, hold);
}

// Collects at most once each time the limit is reached: until a strand has raised MemoryLimit, allocations
// that cannot be refused continue beyond it.
bool Heap::take_below_limit(Mutator& mutator, size_t bytes, Hold& hold) {
  note_crowd(mutator, bytes, hold);
  if (memory_->take(bytes)) return true;
  if (limit_reached()) return false;
  collect_for_room(mutator, hold);
  return memory_->take(bytes);
}

void Heap::take_beyond_limit(Mutator& mutator, size_t bytes, Hold& hold) {
  if (mutator.allocator_.may_refuse_ && roots_.may_refuse(mutator)) throw HeapExhausted{};
  if (!limit_reached()) reach_limit(mutator, hold);
  memory_->add(bytes);
}

bool Heap::charge(Mutator& mutator, Charge& charge, size_t bytes) {
  Hold hold(lock_);
  take_promise(mutator);
  const size_t more = bytes - charge.bytes();
  collect_if_due(mutator, more, hold);
  note_crowd(mutator, more, hold);
  if (!charge.grow_to(bytes)) {
    collect_for_room(mutator, hold);
    if (!charge.grow_to(bytes)) return false;
  }
  give_back_free_blocks();
  return true;
}

// The limit refuses a request. A program that has allocated almost nothing since the last collection and
// finds almost no room now makes no progress: its collections take all of its time.
void Heap::collect_for_room(Mutator& mutator, Hold& hold) {
  constexpr size_t kShareThatHelps = 16;
  const bool has_got_on = allocated_since_ + charged_since() >= least_room();
  collect_fully(mutator, hold);
  holes_help_ = has_got_on && !over_limit(0);
  const bool helps = has_got_on || !over_limit(limit() / kShareThatHelps);
  times_in_vain_ = helps ? 0 : times_in_vain_ + 1;
}

void Heap::collect_fully(Mutator& mutator, Hold& hold) {
  collect(mutator, hold);
  await_finalizers(mutator, hold);
}

// If another thread has collected, it runs the finalizers, and these give charges back.
void Heap::await_finalizers(Mutator& mutator, Hold& hold) {
  if (finalizing_ == 0) return;
  mutator.expose_stack([&] {
    const Mutator::State before = mutator.state_.load(std::memory_order_relaxed);
    mutator.state_.store(Mutator::State::stopped, std::memory_order_relaxed);
    one_stopped_.notify_one();
    finalized_.wait(hold, [this] { return finalizing_ == 0; });
    stand_still(mutator, Mutator::State::stopped, hold);
    mutator.state_.store(before, std::memory_order_relaxed);
  });
}

bool Heap::take_hopeless() {
  constexpr uint32_t kHopeless = 32;
  const std::lock_guard hold(lock_);
  if (times_in_vain_ < kHopeless) return false;
  times_in_vain_ = 0;
  return true;
}

// Counts like an object of the heap of the same size.
void Heap::charge_object(Mutator& mutator, size_t bytes) {
  Hold hold(lock_);
  charge_object(mutator, bytes, hold);
}

void Heap::charge_object(Mutator& mutator, size_t bytes, Hold& hold) {
  collect_if_due(mutator, bytes, hold);
  take_bytes(mutator, bytes, hold);
  give_back_free_blocks();
  allocated_since_ += bytes;
  statistics_.bytes_allocated += bytes;
}

void Heap::recharge_object(Mutator& mutator, NativeObject& object, size_t bytes) {
  Hold hold(lock_);
  const size_t before = object.external_bytes.load(std::memory_order_relaxed);
  if (bytes < before) memory_->subtract(before - bytes);
  if (bytes > before) charge_object(mutator, bytes - before, hold);  // may throw: then it counts as before
  object.external_bytes.store(bytes, std::memory_order_relaxed);
}

}  // namespace aspen
