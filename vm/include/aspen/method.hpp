// How scripts call the methods, fields and constructors of a C++ type of the host. Implementation detail of
// type.hpp.
#pragma once

#include <charconv>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "aspen/function.hpp"

namespace aspen {
inline namespace v1 {
namespace detail {

// Appends a field for `show`, written as scripts would write it; only for simple types.
inline void append_shown(std::string& out, bool value) { out += value ? "true" : "false"; }
template <class V>
requires std::is_arithmetic_v<V>
void append_shown(std::string& out, V value) {
  char digits[64];
  const std::string_view text(
      digits, static_cast<size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits));
  out += text;
  if (std::is_floating_point_v<V> && text.find_first_not_of("-0123456789") == std::string_view::npos)
    out += ".0";
}
inline void append_shown(std::string& out, const std::string& text) { ((out += '"') += text) += '"'; }
template <class V>
concept Shown = requires(std::string& out, const V& value) {
  append_shown(out, value);
};

// What a method takes besides its object, what it returns, and whether it may change the object: true for a
// member function that is not const, and for a function with a first parameter of type T&.
template <class F>
struct MethodSignature : MethodSignature<decltype(&F::operator())> {};
template <class R, class T, class... P>
struct MethodSignature<R (*)(T, P...)> {
  using Result = R;
  using Rest = Signature<R(P...)>;
  static constexpr bool kChanges =
      std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>;
};
template <class R, class T, class... P>
struct MethodSignature<R (*)(T, P...) noexcept> : MethodSignature<R (*)(T, P...)> {};
// For a function object.
template <class R, class C, class T, class... P>
struct MethodSignature<R (C::*)(T, P...)> : MethodSignature<R (*)(T, P...)> {};
template <class R, class C, class T, class... P>
struct MethodSignature<R (C::*)(T, P...) const> : MethodSignature<R (*)(T, P...)> {};
template <class R, class C, class T, class... P>
struct MethodSignature<R (C::*)(T, P...) noexcept> : MethodSignature<R (*)(T, P...)> {};
template <class R, class C, class T, class... P>
struct MethodSignature<R (C::*)(T, P...) const noexcept> : MethodSignature<R (*)(T, P...)> {};

template <class F>
struct MemberSignature;
template <class R, class C, class... P>
struct MemberSignature<R (C::*)(P...)> {
  using Result = R;
  using Rest = Signature<R(P...)>;
  static constexpr bool kChanges = true;
};
template <class R, class C, class... P>
struct MemberSignature<R (C::*)(P...) const> : MemberSignature<R (C::*)(P...)> {
  static constexpr bool kChanges = false;
};
template <class R, class C, class... P>
struct MemberSignature<R (C::*)(P...) noexcept> : MemberSignature<R (C::*)(P...)> {};
template <class R, class C, class... P>
struct MemberSignature<R (C::*)(P...) const noexcept> : MemberSignature<R (C::*)(P...) const> {};

template <class F>
using method_signature_t =
    std::conditional_t<std::is_member_function_pointer_v<F>, MemberSignature<F>, MethodSignature<F>>;

template <class T>
aspen_value refuse_object(aspen_context* context, size_t index, const aspen_value* arguments) {
  return aspen_argument_error(context, index, arguments, expected<T>(aspen_context_vm(context)).c_str());
}

// A method behind the C interface: its object is the last argument.
template <class T, class F>
class Method {
  using S = method_signature_t<F>;
  using Rest = Arguments<typename S::Rest::Parameters>;

 public:
  static constexpr size_t kObject = S::Rest::kCount;
  static constexpr size_t kCount = kObject + 1;
  static constexpr bool kChanges = S::kChanges;
  static constexpr uint32_t keeps() { return Rest::keeps() | (kChanges ? 1u << kObject : 0u); }

  static aspen_value call(aspen_context* context, void* data, const aspen_value* arguments) noexcept {
    return guarded(context, [&] {
      T* object = Codec<T>::find(aspen_context_vm(context), arguments[kObject]);
      if (!object) return refuse_object<T>(context, kObject, arguments);
      return Rest::apply(context, arguments, [&](auto&&... rest) {
        F& function = *static_cast<F*>(data);
        if constexpr (!kChanges) {
          return read(context, function, *object, std::forward<decltype(rest)>(rest)...);
        } else {
          aspen_value owned = ASPEN_NO_VALUE;
          object = static_cast<T*>(aspen_own_argument(context, arguments, kObject, &owned));
          if (!object) return ASPEN_NO_VALUE;
          return change(context, function, *object, owned, std::forward<decltype(rest)>(rest)...);
        }
      });
    });
  }

  static void free(void* data) { delete static_cast<F*>(data); }
  static_assert(!kRefersToObject<typename S::Result>,
                "scripts would get a copy of the object: return T, const T& or nothing");

 private:
  template <class... P>
  static aspen_value read(aspen_context* context, F& function, const T& object, P&&... rest) {
    if constexpr (std::is_void_v<typename S::Result>) {
      std::invoke(function, object, std::forward<P>(rest)...);
      return aspen_make_unit();
    } else {
      return finish(context, std::invoke(function, object, std::forward<P>(rest)...));
    }
  }

  // For an object that is a value, the result is the changed object, or the tuple `(result, object)`.
  template <class... P>
  static aspen_value change(aspen_context* context, F& function, T& object, aspen_value owned, P&&... rest) {
    const bool is_shared = aspen_type_is_shared(aspen_host_type_of(owned)) != 0;
    using Result = typename S::Result;
    if constexpr (std::is_void_v<Result>) {
      std::invoke(function, object, std::forward<P>(rest)...);
      return is_shared ? aspen_make_unit() : owned;
    } else if constexpr (std::is_same_v<Result, aspen::Result<void>>) {
      const Result result = std::invoke(function, object, std::forward<P>(rest)...);
      if (!result) return raise(context, result.error());
      return is_shared ? aspen_make_unit() : owned;
    } else {
      return pair(context, is_shared, std::invoke(function, object, std::forward<P>(rest)...), owned);
    }
  }

  template <class R>
  static aspen_value pair(aspen_context* context, bool is_shared, R&& result, aspen_value owned) {
    if constexpr (IsResult<std::remove_cvref_t<R>>::value) {
      if (!result) return raise(context, result.error());
      return pair(context, is_shared, *std::forward<R>(result), owned);
    } else {
      aspen_vm* vm = aspen_context_vm(context);
      aspen_value items[] = {Codec<std::remove_cvref_t<R>>::encode(vm, std::forward<R>(result)), owned};
      if (items[0] == ASPEN_NO_VALUE) return raise_unencodable<std::remove_cvref_t<R>>(context);
      return is_shared ? items[0] : aspen_make_tuple(vm, items, 2);
    }
  }
};

// A data member behind the C interface.
template <class T, class V>
class Member {
  using Data = V T::*;
  using Stored = std::remove_const_t<V>;

 public:
  static aspen_value get(aspen_context* context, void* data, const aspen_value* arguments) noexcept {
    return guarded(context, [&] {
      const T* object = Codec<T>::find(aspen_context_vm(context), arguments[0]);
      if (!object) return refuse_object<T>(context, 0, arguments);
      return encode_or_raise(context, object->*member(data));
    });
  }

  static aspen_value set(aspen_context* context, void* data, const aspen_value* arguments) noexcept {
    return guarded(context, [&] {
      if (!Codec<T>::find(aspen_context_vm(context), arguments[1]))
        return refuse_object<T>(context, 1, arguments);
      aspen_value wrong = ASPEN_NO_VALUE, owned = ASPEN_NO_VALUE;
      Slot<Stored> value;
      if (!decode_argument(context, 0, arguments, value, wrong)) return wrong;
      auto* object = static_cast<T*>(aspen_own_argument(context, arguments, 1, &owned));
      if (!object) return ASPEN_NO_VALUE;
      object->*member(data) = value.get();
      return aspen_type_is_shared(aspen_host_type_of(owned)) != 0 ? aspen_make_unit() : owned;
    });
  }

  static void append(std::string& out, const void* data, const void* object) {
    append_shown(out, static_cast<const T*>(object)->*member(data));
  }
  static void* copy(Data data) { return new Data(data); }
  static void free(void* data) { delete static_cast<Data*>(data); }

 private:
  static Data member(const void* data) { return *static_cast<const Data*>(data); }
};

template <class T, class... A>
class Constructor {
  using Parameters = std::tuple<typename ParameterOf<A>::type...>;
  using Given = Arguments<Parameters>;

 public:
  static constexpr size_t kCount = kArgumentsOf<Parameters>;
  static constexpr uint32_t keeps() { return Given::keeps(); }
  static aspen_value call(aspen_context* context, void* type, const aspen_value* arguments) noexcept {
    return guarded(context, [&] {
      return Given::apply(context, arguments, [&](auto&&... given) {
        auto object = std::make_unique<T>(std::forward<decltype(given)>(given)...);
        return aspen_make_object(aspen_context_vm(context), static_cast<aspen_host_type*>(type),
                                 object.release());
      });
    });
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace aspen
