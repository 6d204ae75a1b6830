// Layouts of String and Bytes. Operations are in string.h and bytes.h.
#pragma once

#include <string_view>

#include "vm/object/object.h"

namespace aspen {

// UTF-8 text; `length` counts bytes. A shared string is immutable: only an unshared one is appended to in
// place, within its capacity.
struct String : Object {
  static constexpr Kind kKind = Kind::String;
  String(uint32_t bytes, uint32_t cap, bool ascii)
      : Object(kKind, ascii ? flag::kAscii : 0, 0, bytes), hash(0), capacity(cap) {}
  // 0: not computed yet; an in-place append by the only owner resets it. Any worker computes it when needed,
  // and all read it; relaxed, because all store the same value.
  std::atomic<uint32_t> hash;
  uint32_t capacity;  // bytes that fit inline; length <= capacity
  bool ascii() const { return has(flag::kAscii); }
  char* data() { return reinterpret_cast<char*>(this + 1); }
  const char* data() const { return reinterpret_cast<const char*>(this + 1); }
  std::string_view view() const { return {data(), length}; }
};

struct Bytes : Object {
  static constexpr Kind kKind = Kind::Bytes;
  Bytes(uint32_t bytes, uint32_t cap) : Object(kKind, 0, 0, bytes), hash(0), capacity(cap) {}
  std::atomic<uint32_t> hash;  // like a String's
  uint32_t capacity;
  uint8_t* data() { return reinterpret_cast<uint8_t*>(this + 1); }
  const uint8_t* data() const { return reinterpret_cast<const uint8_t*>(this + 1); }
  std::string_view view() const { return {reinterpret_cast<const char*>(data()), length}; }
};

}  // namespace aspen
