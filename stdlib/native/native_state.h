// C++ objects that programs hold: the states of NativeObjects of a module's own type.
//
//   const NativeType kHashType{"hash", drop_state<Hash>, nullptr};
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "stdlib/native/native.h"

namespace aspen {

// The finalizer for a state that `new` has made.
template <class T>
void drop_state(void* state) {
  delete static_cast<T*>(state);
}

// A type with large states: each counts in the machine's memory account.
template <class T>
constexpr NativeType counted_type(const char* name) {
  NativeType type{name, drop_state<T>, nullptr};
  type.bytes = sizeof(T);
  return type;
}

template <class T>
Value state_value(Strand& s, const NativeType& type, std::unique_ptr<T> state) {
  return Value::object(new_native_object(s.allocator(), type, state.release()));
}

// Null if the value is not of that type.
template <class T>
T* state_of(Value v, const NativeType& type) {
  const bool is_one = is_kind(v, Kind::NativeObject) && as<NativeObject>(v)->type == &type;
  return is_one ? static_cast<T*>(as<NativeObject>(v)->state) : nullptr;
}

// For an Argument<…>::read. Null after it has refused another value: "h must be a hash, from hash.begin".
template <class T>
T* state_argument(Strand& s, Value* args, unsigned i, bool& ok, const NativeType& type,
                  std::string_view expected) {
  T* const state = state_of<T>(args[i], type);
  if (state == nullptr) refuse(s, args, i, ok, expected);
  return state;
}

// Likewise, with an empty T in place of a refused argument.
template <class T>
T& state_reference(Strand& s, Value* args, unsigned i, bool& ok, const NativeType& type,
                   std::string_view expected) {
  static T none;
  T* const state = state_argument<T>(s, args, i, ok, type, expected);
  return state != nullptr ? *state : none;
}

// The ValueError for a state that the lock of another task protects: the caller does not wait for it.
inline Value in_use(Strand& s, std::string_view what) {
  return s.value_error(std::string(s.native()->name) + ": another task is using the " + std::string(what));
}

}  // namespace aspen
