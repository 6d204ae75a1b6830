// Handles that keep a value alive from C++ memory that the collector does not scan: members of host objects,
// containers, statics. Values in local variables need none (native_stack.h).
#pragma once

#include <type_traits>

#include "vm/object/object.h"

namespace aspen {

class Heap;

// A link in the heap's circular list of handles.
class RootLink {
 public:
  // Whether the heap still exists. A handle may outlive it, and is then empty.
  bool attached() const { return heap_ != nullptr; }

 protected:
  RootLink() : prev_(this), next_(this) {}
  RootLink(Heap* heap, Value value);
  RootLink(const RootLink& other) : RootLink(other.heap_, other.value_) {}
  RootLink& operator=(const RootLink& other);
  ~RootLink() { unlink(); }

  Value value_ = Value::undefined();

 private:
  friend class Heap;
  void link(Heap* heap);
  void unlink();

  Heap* heap_ = nullptr;
  RootLink* prev_;
  RootLink* next_;
};

// Root<> holds any Value, Root<List> a List. Running threads (mutator.h) make, copy and assign Roots, and one
// thread at a time uses each Root; these threads and those that are outside may destroy it. A Root is an
// additional reference: share() the value if the program keeps it, too.
template <class T = Value>
class Root : public RootLink {
  static constexpr bool kAny = std::is_same_v<T, Value>;
  using Held = std::conditional_t<kAny, Value, T*>;

 public:
  Root(Heap& heap, Held held) : RootLink(&heap, wrap(held)) {}

  // undefined or null once the heap is gone.
  Held get() const {
    if constexpr (kAny) {
      return value_;
    } else {
      return value_.is_object() ? static_cast<T*>(value_.as_object()) : nullptr;
    }
  }
  void set(Held held) { value_ = attached() ? wrap(held) : Value::undefined(); }
  Held operator->() const requires(!kAny) { return get(); }

 private:
  static Value wrap(Held held) {
    if constexpr (kAny) {
      return held;
    } else {
      return held ? Value::object(held) : Value::undefined();
    }
  }
};

}  // namespace aspen
