// A handle of a script's value, for the host.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "aspen/aspen.h"
#include "aspen/result.hpp"

namespace aspen {
inline namespace v1 {

namespace detail {

inline void append_to(void* out, const char* text, size_t size) {
  static_cast<std::string*>(out)->append(text, size);
}

// The result of `body()`, in which values in local variables stay valid. If another thread is inside the VM,
// the result is an error that names `call`, a literal.
template <class F>
auto within(aspen_vm* vm, const char* call, F body) {
  using Returned = decltype(body());
  std::optional<Returned> returned;
  auto run = [&] { returned.emplace(body()); };
  aspen_error* error = nullptr;
  const aspen_status status = aspen_within_call(
      vm, call, [](void* data) { (*static_cast<decltype(run)*>(data))(); }, &run, &error);
  return status == ASPEN_OK ? *std::move(returned) : Returned(Error::take(status, error));
}

}  // namespace detail

// A handle that keeps a value of any type alive, anywhere in the host's memory. Copies are handles of the
// same value. Only the thread that uses the VM uses it. It may outlive the VM, and is empty from then on.
class Value {
 public:
  Value() = default;
  Value(aspen_vm* vm, aspen_value value) : root_(aspen_root_new(vm, value)) {}
  Value(const Value& other) : root_(other.root_) {
    if (root_) aspen_root_retain(root_);
  }
  Value(Value&& other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
  Value& operator=(Value other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~Value() {
    if (root_) aspen_root_release(root_);
  }

  // False for an empty handle: default-constructed, or its VM is gone.
  explicit operator bool() const { return vm() != nullptr; }
  aspen_vm* vm() const { return root_ ? aspen_root_vm(root_) : nullptr; }
  aspen_value raw() const { return root_ ? aspen_root_get(root_) : ASPEN_NO_VALUE; }

  aspen_type type() const { return *this ? aspen_type_of(raw()) : ASPEN_OTHER; }
  // "Int", "String" …; "" for an empty handle.
  std::string_view type_name() const { return *this ? aspen_type_name(raw()) : ""; }
  // text() is what `print` would write, show() what `show` gives. Both are "" for an empty handle.
  std::string text() const {
    std::string out;
    if (*this) aspen_print_to(vm(), raw(), detail::append_to, &out);
    return out;
  }
  std::string show() const {
    std::string out;
    if (*this) aspen_show_to(vm(), raw(), detail::append_to, &out);
    return out;
  }

  // The name of a Label, valid as long as the VM; "" for any other value.
  std::string_view label() const { return label_and_payload().first; }
  // What a Label holds: `Denied 5` holds 5. Empty if it holds nothing, and for any other value.
  Value payload() const {
    const aspen_value found = label_and_payload().second;
    return found == ASPEN_NO_VALUE ? Value() : Value(vm(), found);
  }
  // The field of a Record. Empty if there is none.
  Value field(std::string_view name) const {
    aspen_value found = ASPEN_NO_VALUE;
    const bool has_one = *this && aspen_field(vm(), raw(), name.data(), name.size(), &found) != 0;
    return has_one ? Value(vm(), found) : Value();
  }

 private:
  std::pair<std::string_view, aspen_value> label_and_payload() const {
    const char* name = nullptr;
    size_t size = 0;
    aspen_value found = ASPEN_NO_VALUE;
    if (!*this || !aspen_to_label(vm(), raw(), &name, &size, &found)) return {"", ASPEN_NO_VALUE};
    return {{name, size}, found};
  }

  aspen_root* root_ = nullptr;
};

inline Value Error::value() const {
  aspen_vm* vm = aspen_error_vm(raised_.get());
  return vm ? Value(vm, aspen_error_value(raised_.get())) : Value();
}

}  // namespace v1
}  // namespace aspen
