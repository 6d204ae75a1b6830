// A stack that needs no allocation while it is shallow. Code that walks over values of any depth uses it
// instead of recursion.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace aspen {

template <class T, size_t kInline = 8>
class SmallStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallStack() = default;
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  bool empty() const { return size_ == 0; }
  size_t bytes() const { return size_ * sizeof(T); }
  T& top() { return size_ <= kInline ? inline_[size_ - 1] : spilled_.back(); }
  void push(const T& item) {
    if (size_ < kInline) {
      inline_[size_] = item;
    } else {
      spilled_.push_back(item);
    }
    size_++;
  }
  void pop() {
    if (size_ > kInline) spilled_.pop_back();
    size_--;
  }

 private:
  size_t size_ = 0;
  T inline_[kInline];
  std::vector<T> spilled_;
};

}  // namespace aspen
