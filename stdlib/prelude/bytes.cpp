// Module bytes.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "stdlib/native/elements.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "stdlib/native/text_search.h"
#include "vm/run/operators/paid_text.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

Value length(Strand&, const Bytes& b) { return Value::small_int(b.length); }

Value starts_with(Strand& s, const Bytes& prefix, const Bytes& b) {
  return Value::boolean(begins_with(&s, b.view(), prefix.view()));
}
Value ends_with(Strand& s, const Bytes& suffix, const Bytes& b) {
  return Value::boolean(ends_with(&s, b.view(), suffix.view()));
}

Value index_of(Strand& s, const Bytes& part, const Bytes& b) {
  size_t at = find_part(s, b.view(), part.view());
  return at == std::string_view::npos ? none() : some(s, Value::small_int(static_cast<int64_t>(at)));
}

Value repeat_bytes(Strand& s, Count n, const Bytes& b) {
  const uint64_t bytes = uint64_t{n.value} * b.length;
  if (!reserve_text(s, bytes)) return Value::exception();
  if (bytes <= kBytesPerPiece) return Value::object(repeat(s.allocator(), &b, n));
  Bytes* out = new_bytes(s.allocator(), static_cast<uint32_t>(bytes));
  const bool is_full = fill_repeated(s, reinterpret_cast<char*>(out->data()), bytes, b.view());
  return is_full ? Value::object(out) : s.raise_stop();
}

Value split(Strand& s, const Bytes& separator, const Bytes& b) {
  if (separator.length == 0) return bad_argument(s, 0, "is empty");
  List* out = new_list(s.allocator());
  std::string_view rest = b.view();
  for (bool more = true; more;) {
    size_t at = find_part(s, rest, separator.view());
    more = at != rest.npos && s.work(kPieceWork);
    push(s.allocator(), out, bytes_value(s, rest.substr(0, at)));
    if (more) rest.remove_prefix(at + separator.length);
  }
  return Value::object(out);
}

Value replace(Strand& s, const Bytes& old, const Bytes& by, const Bytes& b) {
  if (old.length == 0) return bad_argument(s, 0, "is empty");
  ScratchText out = scratch_text(s);
  std::string_view rest = b.view();
  for (size_t at; (at = find_part(s, rest, old.view())) != rest.npos; rest.remove_prefix(at + old.length)) {
    out.append(rest.substr(0, at)).append(by.view());
    if (!text_fits(s, out.size())) return Value::exception();
    if (!s.work(kPieceWork + by.length / kBytesCopiedPerWork)) break;
  }
  out += rest;
  return checked_bytes(s, out);
}

// Bytes between two looks at the reasons to stop.
constexpr uint32_t kAtOnce = 1 << 16;

Value exclusive_or(Strand& s, const Bytes& a, const Bytes& b) {
  if (a.length != b.length) return bad_argument(s, 0, "and b must be of the same length");
  if (!reserve_text(s, a.length)) return Value::exception();
  Bytes* out = new_bytes(s.allocator(), a.length);
  for (uint32_t at = 0, size; at < a.length; at += size) {
    size = std::min(kAtOnce, a.length - at);
    if (!s.work(kPieceWork + size / kBytesCopiedPerWork)) return s.raise_stop();
    std::transform(a.data() + at, a.data() + at + size, b.data() + at, out->data() + at,
                   [](uint8_t x, uint8_t y) { return x ^ y; });
  }
  return Value::object(out);
}

Value with_byte(Strand& s, int64_t i, int64_t byte, Bytes& b) {
  int64_t at = i < 0 ? i + b.length : i;
  if (at < 0 || at >= b.length)
    return s.index_error("bytes.set: index " + std::to_string(i) + " is out of range for a length of " +
                         std::to_string(b.length));
  if (byte < 0 || byte > 255) return bad_argument(s, 1, "must be from 0 to 255");
  Bytes* out = ensure_unshared(s.allocator(), &b);
  out->data()[at] = static_cast<uint8_t>(byte);
  out->hash.store(0, std::memory_order_relaxed);
  return Value::object(out);
}

// ---- Numbers

constexpr size_t kLimbBytes = sizeof(uint64_t);

Value read_int(Strand& s, std::string_view bytes, bool is_signed) {
  if (!room_for_int(s, bytes.size() * 8)) return Value::exception();
  std::vector<uint64_t> limbs(bytes.size() / kLimbBytes + 1);
  for (size_t i = 0; i < bytes.size(); ++i) {
    uint64_t byte = static_cast<uint8_t>(bytes[bytes.size() - 1 - i]);
    limbs[i / kLimbBytes] |= byte << (i % kLimbBytes * 8);
  }
  Value out = make_int_limbs(s.allocator(), false, limbs.data(), limbs.size());
  if (!is_signed || bytes.empty() || static_cast<uint8_t>(bytes[0]) < 128) return out;
  return int_sub(s.allocator(), out, int_shift_left(s.allocator(), Value::small_int(1), bytes.size() * 8));
}

Value to_int(Strand& s, const Bytes& b) { return read_int(s, b.view(), false); }
Value to_signed_int(Strand& s, const Bytes& b) { return read_int(s, b.view(), true); }

// Byte i, the least significant first, of an Int that is not negative.
uint8_t byte_of(Value v, size_t i) {
  size_t limb = i / kLimbBytes, shift = i % kLimbBytes * 8;
  int64_t small;
  if (fits_int64(v, small)) return limb == 0 ? static_cast<uint8_t>(small >> shift) : 0;
  const BigInt* big = as<BigInt>(v);
  return limb < big->length ? static_cast<uint8_t>(big->limbs()[limb] >> shift) : 0;
}

Value from_int(Strand& s, Count size, Value n) {
  if (!is_int(n)) return wrong_type(s, 1, n, "an Int");
  uint64_t bits = uint64_t{size.value} * 8;
  bool negative = int_is_negative(n);
  Value magnitude = negative ? int_not(s.allocator(), n) : n;
  if (int_bits(magnitude) + negative > bits) return bad_argument(s, 1, "does not fit");
  if (!reserve_text(s, size)) return Value::exception();
  Bytes* out = new_bytes(s.allocator(), size);
  uint8_t flip = negative ? 255 : 0;
  for (uint32_t at = 0, count; at < size; at += count) {
    count = std::min(kAtOnce, size - at);
    if (!s.work(kPieceWork + count / kBytesCopiedPerWork)) return s.raise_stop();
    std::memset(out->data() + at, flip, count);
  }
  const auto own = static_cast<uint32_t>(std::min<uint64_t>(size, int_bits(magnitude) / 8 + 1));
  for (uint32_t i = 0; i < own; ++i) {
    if (i % kAtOnce == 0 && !s.work(std::min(kAtOnce, own - i))) return s.raise_stop();
    out->data()[size - 1 - i] = byte_of(magnitude, i) ^ flip;
  }
  return Value::object(out);
}

Value to_float(Strand& s, const Bytes& b) {
  uint64_t bits = 0;
  if (b.length != 4 && b.length != 8) return bad_argument(s, 0, "must be 4 or 8 bytes long");
  for (uint32_t i = 0; i < b.length; ++i) bits = bits << 8 | b.data()[i];
  if (b.length == 8) return Value::number(std::bit_cast<double>(bits));
  return Value::number(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))));
}

Value from_float(Strand& s, int64_t size, double x) {
  if (size != 4 && size != 8) return bad_argument(s, 0, "must be 4 or 8");
  uint64_t bits = size == 8 ? std::bit_cast<uint64_t>(x) : std::bit_cast<uint32_t>(static_cast<float>(x));
  std::string out;
  for (int64_t i = size; i > 0; --i) out += static_cast<char>(bits >> (8 * (i - 1)));
  return bytes_value(s, out);
}

const NativeDescriptor kRows[] = {
    row<length>("bytes.len", "b", kBorrows, R"(The number of bytes.
bytes.len b"abc" => 3)"),
    row<starts_with>("bytes.starts_with?", "prefix b", kBorrows, R"(Whether b begins with the prefix.
bytes.starts_with? b"ab" b"abc" => true)"),
    row<ends_with>("bytes.ends_with?", "suffix b", kBorrows, R"(Whether b ends with the suffix.
bytes.ends_with? b"bc" b"abc" => true)"),
    row<index_of>("bytes.index_of", "part b", kBorrows,
                  R"(`Some` of the index at which the part first begins, or `None`.
bytes.index_of b"c" b"abc" => Some 2)"),
    row<split>("bytes.split", "sep b", kBorrows, R"(The pieces of b between occurrences of sep.
bytes.split b"," b"a,b" => [b"a", b"b"])"),
    row<replace>("bytes.replace", "old new b", kBorrows, R"(b with every occurrence of old replaced.
bytes.replace b"a" b"xy" b"aba" => b"xybxy")"),
    row<repeat_bytes>("bytes.repeat", "n b", kBorrows, R"(b, repeated n times.
bytes.repeat 2 b"ab" => b"abab")"),
    row<with_byte>("bytes.set", "i byte b", keeps(2),
                   R"(b with the byte at index i replaced; in place where b is not used elsewhere.
bytes.set 0 255 b"ab" => b"\xffb")"),
    row<exclusive_or>("bytes.xor", "a b", kBorrows, R"(Byte by byte, the bits that exactly one of them has.
bytes.xor b"\x06" b"\x03" => b"\x05")"),
    row<to_int>(
        "bytes.to_int", "b", kBorrows,
        R"(The integer, 0 or more, with these bytes, the most significant first. For bytes in the other order, call `reverse` first.
bytes.to_int b"\x01\x00" => 256)"),
    row<to_signed_int>("bytes.to_signed_int", "b", kBorrows,
                       R"(The integer with these bytes in two's complement, the most significant first.
bytes.to_signed_int b"\xff\xfe" => -2)"),
    row<from_int>(
        "bytes.from_int", "size n", kBorrows,
        R"(The integer in `size` bytes, the most significant first; in two's complement if it is negative.
bytes.from_int 2 256 => b"\x01\0")"),
    row<to_float>("bytes.to_float", "b", kBorrows,
                  R"(The Float with these 4 or 8 bytes (IEEE 754), the most significant first.
bytes.to_float b"\x3f\xf8\0\0\0\0\0\0" => 1.5)"),
    row<from_float>("bytes.from_float", "size x", kBorrows,
                    R"(The Float in 4 or 8 bytes (IEEE 754), the most significant first.
bytes.from_float 4 1.5 => b"?\xc0\0\0")"),
};

}  // namespace

NativeTable bytes_natives() { return kRows; }

}  // namespace aspen
