#include "vm/heap/root.h"

#include <mutex>

#include "vm/heap/heap.h"

namespace aspen {

RootLink::RootLink(Heap* heap, Value value) : value_(value), prev_(this), next_(this) {
  if (heap) link(heap);
}

RootLink& RootLink::operator=(const RootLink& other) {
  if (this == &other) return *this;
  if (heap_ != other.heap_) {
    unlink();
    if (other.heap_) link(other.heap_);
  }
  value_ = other.value_;
  return *this;
}

void RootLink::link(Heap* heap) {
  const std::lock_guard hold(heap->roots_lock_);
  heap_ = heap;
  prev_ = &heap->root_list_;
  next_ = prev_->next_;
  prev_->next_ = next_->prev_ = this;
}

void RootLink::unlink() {
  if (heap_ == nullptr) return;
  const std::lock_guard hold(heap_->roots_lock_);
  prev_->next_ = next_;
  next_->prev_ = prev_;
  prev_ = next_ = this;
  heap_ = nullptr;
}

}  // namespace aspen
