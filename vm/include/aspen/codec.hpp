// Conversion between C++ types and values of scripts; containers.hpp converts the types that hold others. A
// class without a Codec of its own is a type of the host's (Module::type, type.hpp). Specialise Codec for
// your own types that have another form in scripts:
//
//   // ASPEN_NO_VALUE if `value` has no form in scripts
//   static aspen_value encode(aspen_vm* vm, const T& value);
//   // false if `value` is not a T
//   static bool decode(aspen_vm* vm, aspen_value value, T& out);
//   // for messages: "a List of Int"
//   static std::string expected();
//   // whether a decoded T keeps the aspen_value itself
//   static constexpr bool kKeeps = …;
//   // instead of decode, for a T without a default constructor
//   static bool read(aspen_vm* vm, aspen_value value, std::optional<T>& out);
//
// The thread that uses the VM calls them. They must not run scripts.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "aspen/result.hpp"
#include "aspen/value.hpp"

namespace aspen {
inline namespace v1 {

namespace detail {

// Its address identifies the type.
template <class T>
inline char type_key = 0;

// The type's name as the compiler writes it: "std::complex<double>".
template <class T>
constexpr std::string_view cpp_name() {
  // "… [with T = int; std::string_view = …]", or "… [T = int]".
  const std::string_view text = __PRETTY_FUNCTION__;
  const size_t begin = text.find("T = ") + 4, semicolon = text.find(';', begin);
  const size_t end = semicolon != text.npos ? semicolon : text.rfind(']');
  return text.substr(begin, end - begin);
}

// C++ treats characters as integers, but scripts and readers mean text.
template <class T>
concept Character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

// "a Sprite"
inline std::string with_article(std::string_view type) {
  const bool has_vowel = std::string_view("AEIO").find(type[0]) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + std::string(type);
}

}  // namespace detail

// Objects of a type of the host's. They are copied in both directions.
template <class T>
struct Codec {
  static_assert(std::is_class_v<T>, "scripts have no form of this type");
  static constexpr bool kKeeps = false;
  static constexpr bool kIsHostType = true;

  static std::string expected(aspen_vm* vm) {
    const aspen_host_type* type = aspen_find_type(vm, &detail::type_key<T>);
    if (type) return detail::with_article(aspen_host_type_name(type));
    return "a " + std::string(detail::cpp_name<T>()) + ", which is no type that this VM knows";
  }
  static aspen_value encode(aspen_vm* vm, const T& object) { return make<const T&>(vm, object); }
  static aspen_value encode(aspen_vm* vm, T&& object) { return make<T>(vm, std::move(object)); }
  // The object itself, valid as long as the value; null if the value is no T of this VM.
  static T* find(aspen_vm* vm, aspen_value value) {
    const aspen_host_type* type = aspen_host_type_of(value);
    const bool is_one =
        type && aspen_host_type_key(type) == &detail::type_key<T> && aspen_host_type_vm(type) == vm;
    return is_one ? static_cast<T*>(aspen_object(value)) : nullptr;
  }
  static bool decode(aspen_vm* vm, aspen_value value, T& out) {
    const T* object = find(vm, value);
    if (object) out = *object;
    return object != nullptr;
  }

 private:
  template <class From>
  static aspen_value make(aspen_vm* vm, From&& object) {
    const aspen_host_type* type = aspen_find_type(vm, &detail::type_key<T>);
    return type ? aspen_make_object(vm, type, new T(std::forward<From>(object))) : ASPEN_NO_VALUE;
  }
};

template <class T>
concept HostType = requires {
  requires Codec<T>::kIsHostType;
};

namespace detail {

// The expected form, for messages: "an Int".
template <class T>
std::string expected(aspen_vm* vm) {
  if constexpr (requires { Codec<T>::expected(vm); }) {
    return Codec<T>::expected(vm);
  } else {
    return Codec<T>::expected();
  }
}

// Decodes a T that may have no default constructor. False if the value is no T.
template <class T>
bool read_into(aspen_vm* vm, aspen_value value, std::optional<T>& out) {
  if constexpr (HostType<T>) {
    const T* object = Codec<T>::find(vm, value);
    if (object) out.emplace(*object);
    return object != nullptr;
  } else if constexpr (std::is_default_constructible_v<T>) {
    return Codec<T>::decode(vm, value, out.emplace());
  } else {
    return Codec<T>::read(vm, value, out);
  }
}

}  // namespace detail

// The C++ form of `()`.
struct Unit {};

template <>
struct Codec<Unit> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "()"; }
  static aspen_value encode(aspen_vm*, Unit) { return aspen_make_unit(); }
  static bool decode(aspen_vm*, aspen_value value, Unit&) { return aspen_type_of(value) == ASPEN_UNIT; }
};

template <>
struct Codec<bool> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "a Bool"; }
  static aspen_value encode(aspen_vm*, bool value) { return aspen_make_bool(value); }
  static bool decode(aspen_vm*, aspen_value value, bool& out) {
    int read = 0;
    bool right = aspen_to_bool(value, &read) != 0;
    out = read != 0;
    return right;
  }
};

// Integers of up to 64 bits; an Int out of T's range is refused.
template <std::integral T>
requires(!detail::Character<T>) struct Codec<T> {
  static constexpr bool kKeeps = false;
  static constexpr bool kIsLarge = std::is_unsigned_v<T> && sizeof(T) == 8;

  static std::string expected() {
    if constexpr (sizeof(T) == 8 && std::is_signed_v<T>) return "an Int of 64 bits";
    return "an Int from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  }
  static aspen_value encode(aspen_vm* vm, T value) {
    return kIsLarge ? aspen_make_uint(vm, static_cast<uint64_t>(value))
                    : aspen_make_int(vm, static_cast<int64_t>(value));
  }
  static bool decode(aspen_vm*, aspen_value value, T& out) {
    std::conditional_t<kIsLarge, uint64_t, int64_t> read = 0;
    if constexpr (kIsLarge) {
      if (!aspen_to_uint(value, &read)) return false;
    } else {
      if (!aspen_to_int(value, &read) || !std::in_range<T>(read)) return false;
    }
    out = static_cast<T>(read);
    return true;
  }
};

template <detail::Character T>
struct Codec<T> {
  static_assert(sizeof(T) == 0, "a character is a text in scripts: take and give a std::string");
};

template <std::floating_point T>
struct Codec<T> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "a Number"; }
  static aspen_value encode(aspen_vm*, T value) { return aspen_make_double(static_cast<double>(value)); }
  static bool decode(aspen_vm*, aspen_value value, T& out) {
    double read = 0;
    if (!aspen_to_double(value, &read)) return false;
    out = static_cast<T>(read);
    return true;
  }
};

// A decoded view refers to the script's text: use it for a function's parameter, not for anything that lasts.
template <>
struct Codec<std::string_view> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "a String"; }
  static aspen_value encode(aspen_vm* vm, std::string_view text) {
    return aspen_make_string(vm, text.data(), text.size());
  }
  static bool decode(aspen_vm*, aspen_value value, std::string_view& out) {
    const char* text = nullptr;
    size_t size = 0;
    if (aspen_type_of(value) != ASPEN_STRING || !aspen_to_text(value, &text, &size)) return false;
    out = {text, size};
    return true;
  }
};

template <>
struct Codec<std::string> : Codec<std::string_view> {
  static bool decode(aspen_vm* vm, aspen_value value, std::string& out) {
    std::string_view text;
    if (!Codec<std::string_view>::decode(vm, value, text)) return false;
    out = text;
    return true;
  }
};

// So that a literal can be an argument.
template <>
struct Codec<const char*> : Codec<std::string_view> {
  static aspen_value encode(aspen_vm* vm, const char* text) {
    if (text == nullptr)
      throw std::invalid_argument("a null pointer is no text; a std::optional<std::string> may be empty");
    return Codec<std::string_view>::encode(vm, text);
  }
};

// Likewise a view, of the script's Bytes.
template <>
struct Codec<std::span<const std::byte>> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "Bytes"; }
  static aspen_value encode(aspen_vm* vm, std::span<const std::byte> bytes) {
    return aspen_make_bytes(vm, bytes.data(), bytes.size());
  }
  static bool decode(aspen_vm*, aspen_value value, std::span<const std::byte>& out) {
    const char* text = nullptr;
    size_t size = 0;
    if (aspen_type_of(value) != ASPEN_BYTES || !aspen_to_text(value, &text, &size)) return false;
    out = {reinterpret_cast<const std::byte*>(text), size};
    return true;
  }
};

template <>
struct Codec<std::vector<std::byte>> : Codec<std::span<const std::byte>> {
  static bool decode(aspen_vm* vm, aspen_value value, std::vector<std::byte>& out) {
    std::span<const std::byte> bytes;
    if (!Codec<std::span<const std::byte>>::decode(vm, value, bytes)) return false;
    out.assign(bytes.begin(), bytes.end());
    return true;
  }
};

// A handle, which takes any value unchanged.
template <>
struct Codec<Value> {
  static constexpr bool kKeeps = true;
  static std::string expected() { return "a value of this VM"; }
  static aspen_value encode(aspen_vm* vm, const Value& value) {
    return value.vm() == vm ? value.raw() : ASPEN_NO_VALUE;
  }
  static bool decode(aspen_vm* vm, aspen_value value, Value& out) {
    out = Value(vm, value);
    return true;
  }
};

namespace detail {

// Tuples and pairs.
template <class Tuple, class... Parts>
struct TupleCodec {
  static constexpr bool kKeeps = (Codec<Parts>::kKeeps || ...);
  static std::string expected(aspen_vm* vm) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + detail::expected<Parts>(vm)), ...);
    return "a Tuple (" + text + ")";
  }
  static aspen_value encode(aspen_vm* vm, const Tuple& tuple) {
    return std::apply(
        [&](const Parts&... parts) {
          aspen_value items[] = {Codec<Parts>::encode(vm, parts)...};
          for (aspen_value item : items) {
            if (item == ASPEN_NO_VALUE) return ASPEN_NO_VALUE;
          }
          return aspen_make_tuple(vm, items, sizeof...(Parts));
        },
        tuple);
  }
  static bool decode(aspen_vm* vm, aspen_value value, Tuple& out) {
    std::optional<Tuple> tuple;
    if (!read(vm, value, tuple)) return false;
    out = *std::move(tuple);
    return true;
  }
  static bool read(aspen_vm* vm, aspen_value value, std::optional<Tuple>& out) {
    if (aspen_type_of(value) != ASPEN_TUPLE || aspen_size(value) != sizeof...(Parts)) return false;
    size_t index = 0;
    std::tuple<std::optional<Parts>...> parts;
    return std::apply(
        [&](auto&... each) {
          if (!(read_into(vm, aspen_item(value, index++), each) && ...)) return false;
          out.emplace(*std::move(each)...);
          return true;
        },
        parts);
  }
};

}  // namespace detail

template <class A, class B>
struct Codec<std::pair<A, B>> : detail::TupleCodec<std::pair<A, B>, A, B> {};
template <class... Parts>
requires(sizeof...(Parts) > 0) struct Codec<std::tuple<Parts...>>
    : detail::TupleCodec<std::tuple<Parts...>, Parts...> {
};

// None is the label `None`, any other value v is `Some v`.
template <class T>
struct Codec<std::optional<T>> {
  static constexpr bool kKeeps = Codec<T>::kKeeps;
  static std::string expected(aspen_vm* vm) { return "None or Some with " + detail::expected<T>(vm); }
  static aspen_value encode(aspen_vm* vm, const std::optional<T>& value) {
    if (!value) return aspen_make_label(vm, "None", ASPEN_NO_VALUE);
    aspen_value payload = Codec<T>::encode(vm, *value);
    return payload == ASPEN_NO_VALUE ? payload : aspen_make_label(vm, "Some", payload);
  }
  static bool decode(aspen_vm* vm, aspen_value value, std::optional<T>& out) {
    const char* text = nullptr;
    size_t size = 0;
    aspen_value payload;
    if (!aspen_to_label(vm, value, &text, &size, &payload)) return false;
    out.reset();
    if (payload == ASPEN_NO_VALUE) return std::string_view(text, size) == "None";
    return std::string_view(text, size) == "Some" && detail::read_into(vm, payload, out);
  }
};

namespace detail {

// The type that an argument is encoded as: a literal as text, any other type as itself.
template <class T>
struct Stored {
  using type = std::decay_t<T>;
};
template <size_t N>
struct Stored<char[N]> {
  using type = const char*;
};
template <>
struct Stored<char*> {
  using type = const char*;
};
template <>
struct Stored<void> {
  using type = Unit;
};
template <class T>
using stored_t = typename Stored<std::remove_cvref_t<T>>::type;

// Types that refer to a script's value instead of copying it.
template <class T>
inline constexpr bool kIsView =
    std::is_same_v<T, std::string_view> || std::is_same_v<T, std::span<const std::byte>> ||
    std::is_same_v<T, const char*>;

// Likewise those that contain one.
template <class T>
struct HoldsView : std::bool_constant<kIsView<T>> {};
template <template <class...> class C, class... A>
struct HoldsView<C<A...>> : std::bool_constant<kIsView<C<A...>> || (HoldsView<A>::value || ...)> {};
template <class T, size_t N>
struct HoldsView<std::array<T, N>> : HoldsView<T> {};
template <class T>
inline constexpr bool kHoldsView = HoldsView<T>::value;

inline Error no_memory() { return Error("no memory", ErrorKind::out_of_memory); }

// Why a T cannot be encoded. `what` names it: "argument 2".
template <class T>
Error unencodable(aspen_vm* vm, const std::string& what) {
  if (aspen_take_memory_refusal(vm) != 0)
    return Error(what + ": no memory for " + expected<T>(vm), ErrorKind::out_of_memory);
  constexpr bool kIsText = std::is_base_of_v<Codec<std::string_view>, Codec<T>>;
  return Error(what + " is not " + expected<T>(vm) + (kIsText ? " of valid UTF-8" : ""), ErrorKind::type);
}

// Encodes a C++ value for a script, or says why not.
template <class T>
Result<aspen_value> encode(aspen_vm* vm, const T& value, const std::string& what) {
  using Stored = stored_t<T>;
  aspen_take_memory_refusal(vm);
  try {
    const aspen_value encoded = Codec<Stored>::encode(vm, value);
    if (encoded == ASPEN_NO_VALUE) return unencodable<Stored>(vm, what);
    return encoded;
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::exception& thrown) {
    return Error(what + ": " + thrown.what());
  } catch (...) {
    return Error(what + ": a C++ exception of unknown type");
  }
}

// `void` is Unit in both directions. An exception of an object's copy constructor becomes an error.
template <class T>
Result<T> decode_result(aspen_vm* vm, aspen_value value) {
  using Stored = stored_t<T>;
  static_assert(!kHoldsView<Stored>,
                "a view of a script's value does not last: take a std::string or a std::vector");
  try {
    std::optional<Stored> out;
    if (read_into(vm, value, out)) {
      if constexpr (std::is_void_v<T>) {
        return {};
      } else {
        return *std::move(out);
      }
    }
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::exception& thrown) {
    return Error(thrown.what());
  } catch (...) {
    return Error("a C++ exception of unknown type");
  }
  std::string found;
  aspen_show_to(vm, value, append_to, &found);
  if (found.size() > 80) found = std::string("a large ") + aspen_type_name(value);
  return Error("expected " + expected<Stored>(vm) + ", found " + found, ErrorKind::type);
}

}  // namespace detail

}  // namespace v1
}  // namespace aspen
