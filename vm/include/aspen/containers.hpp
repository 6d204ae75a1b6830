// Containers in scripts: lists for sequences and arrays, sets for sets, dicts for maps. Also std::variant and
// std::filesystem::path.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "aspen/codec.hpp"

namespace aspen {
inline namespace v1 {

namespace detail {

template <class Items>
aspen_value encode_list(aspen_vm* vm, const Items& items) {
  using Item = typename Items::value_type;
  aspen_value list = aspen_make_list(vm, items.size());
  if (list == ASPEN_NO_VALUE) return list;
  for (const Item& item : items) {
    aspen_value encoded = Codec<Item>::encode(vm, item);
    if (encoded == ASPEN_NO_VALUE || !aspen_push(vm, list, encoded)) return ASPEN_NO_VALUE;
  }
  return list;
}

// Calls `take(index, item)` for each element. False if an element is no Item.
template <class Item, class Take>
bool decode_items(aspen_vm* vm, aspen_value list, Take take) {
  const size_t size = aspen_size(list);
  for (size_t i = 0; i < size; ++i) {
    std::optional<Item> item;
    if (!read_into(vm, aspen_item(list, i), item)) return false;
    take(i, *std::move(item));
  }
  return true;
}

// A List with all elements.
template <class Items>
struct ListCodec {
  using Item = typename Items::value_type;
  static constexpr bool kKeeps = Codec<Item>::kKeeps;

  static std::string expected(aspen_vm* vm) { return "a List, each element " + detail::expected<Item>(vm); }
  static aspen_value encode(aspen_vm* vm, const Items& items) { return encode_list(vm, items); }
  static bool decode(aspen_vm* vm, aspen_value value, Items& out) {
    if (aspen_type_of(value) != ASPEN_LIST) return false;
    out.clear();
    if constexpr (requires { out.reserve(size_t{}); }) out.reserve(aspen_size(value));
    return decode_items<Item>(vm, value,
                              [&](size_t, Item&& item) { out.insert(out.end(), std::move(item)); });
  }
};

// A set in scripts: a Dict with the elements as keys and `()` as each value. Decoded from a List, too, of
// which it keeps one of several equal elements.
template <class Items>
struct SetCodec {
  using Item = typename Items::value_type;
  static constexpr bool kKeeps = Codec<Item>::kKeeps;

  static std::string expected(aspen_vm* vm) {
    return "a set or a List, each element " + detail::expected<Item>(vm);
  }
  static aspen_value encode(aspen_vm* vm, const Items& items) {
    aspen_value set = aspen_make_dict(vm, items.size());
    if (set == ASPEN_NO_VALUE) return set;
    for (const Item& item : items) {
      const aspen_value key = Codec<Item>::encode(vm, item);
      if (key == ASPEN_NO_VALUE || !aspen_insert(vm, set, key, aspen_make_unit())) return ASPEN_NO_VALUE;
    }
    return set;
  }
  static bool decode(aspen_vm* vm, aspen_value value, Items& out) {
    out.clear();
    const aspen_type type = aspen_type_of(value);
    if (type == ASPEN_LIST)
      return decode_items<Item>(vm, value, [&](size_t, Item&& item) { out.insert(std::move(item)); });
    return type == ASPEN_DICT && decode_keys(vm, value, out);
  }

 private:
  // False also if a value is not `()`: the Dict is no set.
  static bool decode_keys(aspen_vm* vm, aspen_value set, Items& out) {
    aspen_value key, unit;
    for (size_t at = 0; aspen_next_entry(set, &at, &key, &unit);) {
      std::optional<Item> item;
      if (aspen_type_of(unit) != ASPEN_UNIT || !read_into(vm, key, item)) return false;
      out.insert(*std::move(item));
    }
    return true;
  }
};

template <class Map>
struct MapCodec {
  using Key = typename Map::key_type;
  using Mapped = typename Map::mapped_type;
  static constexpr bool kKeeps = Codec<Key>::kKeeps || Codec<Mapped>::kKeeps;
  static std::string expected(aspen_vm* vm) {
    return "a Dict, each key " + detail::expected<Key>(vm) + ", each value " + detail::expected<Mapped>(vm);
  }
  static aspen_value encode(aspen_vm* vm, const Map& map) {
    aspen_value dict = aspen_make_dict(vm, map.size());
    if (dict == ASPEN_NO_VALUE) return dict;
    for (const auto& [key, mapped] : map) {
      aspen_value k = Codec<Key>::encode(vm, key), v = Codec<Mapped>::encode(vm, mapped);
      if (k == ASPEN_NO_VALUE || v == ASPEN_NO_VALUE || !aspen_insert(vm, dict, k, v)) return ASPEN_NO_VALUE;
    }
    return dict;
  }
  static bool decode(aspen_vm* vm, aspen_value value, Map& out) {
    if (aspen_type_of(value) != ASPEN_DICT) return false;
    out.clear();
    aspen_value k, v;
    for (size_t at = 0; aspen_next_entry(value, &at, &k, &v);) {
      std::optional<Key> key;
      std::optional<Mapped> mapped;
      if (!read_into(vm, k, key) || !read_into(vm, v, mapped)) return false;
      out.insert_or_assign(*std::move(key), *std::move(mapped));
    }
    return true;
  }
};

// std::filesystem::path, without including its header, which is slow to compile.
template <class T>
concept Path = requires(const T& path) {
  typename T::string_type;
  { path.lexically_normal() } -> std::same_as<T>;
  { path.native() } -> std::convertible_to<std::string>;
};

}  // namespace detail

template <class T>
struct Codec<std::vector<T>> : detail::ListCodec<std::vector<T>> {};
template <class T>
struct Codec<std::deque<T>> : detail::ListCodec<std::deque<T>> {};
template <class T>
struct Codec<std::list<T>> : detail::ListCodec<std::list<T>> {};
template <class T>
struct Codec<std::set<T>> : detail::SetCodec<std::set<T>> {};
template <class T>
struct Codec<std::unordered_set<T>> : detail::SetCodec<std::unordered_set<T>> {};
template <class K, class V>
struct Codec<std::map<K, V>> : detail::MapCodec<std::map<K, V>> {};
template <class K, class V>
struct Codec<std::unordered_map<K, V>> : detail::MapCodec<std::unordered_map<K, V>> {};

// A List of exactly N elements.
template <class T, size_t N>
struct Codec<std::array<T, N>> {
  static constexpr bool kKeeps = Codec<T>::kKeeps;

  static std::string expected(aspen_vm* vm) {
    return "a List of " + std::to_string(N) + ", each element " + detail::expected<T>(vm);
  }
  static aspen_value encode(aspen_vm* vm, const std::array<T, N>& items) {
    return detail::encode_list(vm, items);
  }
  static bool decode(aspen_vm* vm, aspen_value value, std::array<T, N>& out) {
    if (aspen_type_of(value) != ASPEN_LIST || aspen_size(value) != N) return false;
    return detail::decode_items<T>(vm, value, [&](size_t i, T&& item) { out[i] = std::move(item); });
  }
};

// Decoded as the first of the types that the value fits; encoded as the type that it holds.
template <class... Types>
struct Codec<std::variant<Types...>> {
  using Variant = std::variant<Types...>;
  static constexpr bool kKeeps = (Codec<Types>::kKeeps || ...);

  static std::string expected(aspen_vm* vm) {
    std::string text;
    ((text += (text.empty() ? "" : " or ") + detail::expected<Types>(vm)), ...);
    return text;
  }
  static aspen_value encode(aspen_vm* vm, const Variant& value) {
    return std::visit([&]<class T>(const T& held) { return Codec<T>::encode(vm, held); }, value);
  }
  static bool decode(aspen_vm* vm, aspen_value value, Variant& out) {
    return (decode_as<Types>(vm, value, out) || ...);
  }

 private:
  template <class T>
  static bool decode_as(aspen_vm* vm, aspen_value value, Variant& out) {
    std::optional<T> held;
    if (!detail::read_into(vm, value, held)) return false;
    out.template emplace<T>(*std::move(held));
    return true;
  }
};

// A path is a String.
template <detail::Path T>
struct Codec<T> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return Codec<std::string>::expected(); }
  static aspen_value encode(aspen_vm* vm, const T& path) {
    return Codec<std::string>::encode(vm, path.native());
  }
  static bool decode(aspen_vm* vm, aspen_value value, T& out) {
    std::string_view text;
    if (!Codec<std::string_view>::decode(vm, value, text)) return false;
    out = T(text);
    return true;
  }
};

}  // namespace v1
}  // namespace aspen
