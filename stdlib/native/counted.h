// A pointer to an object that holds its own reference count: half as large as a shared_ptr.
#pragma once

#include <cstddef>
#include <utility>

namespace aspen {

// T has `hold` and `release`, which any thread may call; the last release destroys the object.
template <class T>
class Counted {
 public:
  Counted() = default;
  Counted(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as for other pointers
  // Adds a reference.
  explicit Counted(T* object) : object_(object) {
    if (object_ != nullptr) object_->hold();
  }
  Counted(const Counted& other) : Counted(other.object_) {}
  Counted(Counted&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Counted& operator=(Counted other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Counted() {
    if (object_ != nullptr) object_->release();
  }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  // Takes over a reference that the caller already holds; the pointer releases it.
  static Counted adopt(T* object) {
    Counted adopted;
    adopted.object_ = object;
    return adopted;
  }
  T* detach() { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace aspen
