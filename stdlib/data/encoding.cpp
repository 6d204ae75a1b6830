// Modules base64 and hex, which encode bytes as text.
#include <algorithm>
#include <array>

#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kForUrls = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void append_base64(ScratchText& out, std::string_view bytes, std::string_view alphabet, bool padded) {
  uint32_t bits = 0;
  unsigned count = 0;
  for (char c : bytes) {
    bits = bits << 8 | static_cast<uint8_t>(c);
    for (count += 8; count >= 6; count -= 6) out += alphabet[bits >> (count - 6) & 63];
  }
  if (count > 0) out += alphabet[bits << (6 - count) & 63];
  while (padded && out.size() % 4 != 0) out += '=';
}

constexpr uint64_t kEncodingWork = 3;  // a byte

// Encodes piece by piece: the length of each piece but the last is a multiple of three.
Value encoded(Strand& s, std::string_view bytes, std::string_view alphabet, bool padded) {
  ScratchText out = scratch_text(s);
  out.reserve(bytes.size() / 3 * 4 + 4);
  Pieces pieces(s, bytes, kEncodingWork);
  for (std::string_view piece; pieces.next(piece);) append_base64(out, piece, alphabet, padded);
  return pieces.has_stopped() ? s.raise_stop() : checked_text(s, out);
}

Value encode_standard(Strand& s, AnyBytes what) { return encoded(s, what.view, kStandard, true); }

Value encode_for_urls(Strand& s, AnyBytes what) { return encoded(s, what.view, kForUrls, false); }

// The number that a character stands for in either alphabet, or -1.
constexpr std::array<int8_t, 256> kSextets = [] {
  std::array<int8_t, 256> out{};
  out.fill(-1);
  for (int8_t i = 0; i < 64; ++i) {
    out[static_cast<uint8_t>(kStandard[static_cast<size_t>(i)])] = i;
    out[static_cast<uint8_t>(kForUrls[static_cast<size_t>(i)])] = i;
  }
  return out;
}();

// MIME breaks its text into lines of 76 characters.
bool ends_line(char c) { return c == '\n' || c == '\r'; }

// Removes up to two padding characters, and line ends between them, from the end. Returns their number.
size_t take_padding(std::string_view& text) {
  size_t padding = 0;
  for (; !text.empty() && (ends_line(text.back()) || text.back() == '='); text.remove_suffix(1)) {
    if (text.back() == '=' && ++padding > 2) break;
  }
  return std::min<size_t>(padding, 2);
}

Value decode_base64(Strand& s, const String& text) {
  std::string_view rest = text.view();
  const size_t padding = take_padding(rest);
  ScratchText out = scratch_text(s);
  out.reserve(rest.size() / 4 * 3 + 3);
  uint32_t bits = 0;
  unsigned count = 0;
  size_t digits = 0;
  Pieces pieces(s, rest, kEncodingWork);
  for (std::string_view piece; pieces.next(piece);) {
    for (char c : piece) {
      if (ends_line(c)) continue;
      int8_t sextet = kSextets[static_cast<uint8_t>(c)];
      if (sextet < 0) return bad_argument(s, 0, "is not base 64");
      ++digits;
      bits = bits << 6 | static_cast<uint32_t>(sextet);
      if ((count += 6) < 8) continue;
      count -= 8;
      out += static_cast<char>(bits >> count);
    }
  }
  if (pieces.has_stopped()) return s.raise_stop();
  bool whole = digits % 4 != 1 && (padding == 0 || (digits + padding) % 4 == 0);
  return whole ? checked_bytes(s, out) : bad_argument(s, 0, "is not base 64");
}

Value encode_hex(Strand& s, AnyBytes what) {
  ScratchText out = scratch_text(s);
  out.reserve(2 * what.view.size());
  Pieces pieces(s, what.view, kEncodingWork);
  for (std::string_view piece; pieces.next(piece);) append_hex(out, piece);
  return pieces.has_stopped() ? s.raise_stop() : checked_text(s, out);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Value decode_hex(Strand& s, const String& text) {
  if (text.length % 2 != 0) return bad_argument(s, 0, "is not hexadecimal: its length is odd");
  ScratchText out = scratch_text(s);
  out.reserve(text.length / 2);
  Pieces pieces(s, text.view(), kEncodingWork);
  for (std::string_view piece; pieces.next(piece);) {
    for (size_t i = 0; i < piece.size(); i += 2) {
      int high = hex_digit(piece[i]), low = hex_digit(piece[i + 1]);
      if (high < 0 || low < 0) return bad_argument(s, 0, "is not hexadecimal");
      out += static_cast<char>(high << 4 | low);
    }
  }
  if (pieces.has_stopped()) return s.raise_stop();
  return checked_bytes(s, out);
}

const NativeDescriptor kRows[] = {
    row<encode_standard>("base64.encode", "b", kBorrows,
                         R"(Bytes, or a string's UTF-8, in base 64, padded with "=".
base64.encode b"hello" => "aGVsbG8=")"),
    row<encode_for_urls>("base64.encode_url", "b", kBorrows,
                         R"(Like base64.encode, with "-" and "_" for "+" and "/", and without padding.
base64.encode_url b"\xff\xfe" => "__4")"),
    row<decode_base64>(
        "base64.decode", "s", kBorrows,
        R"(The bytes for text in base 64, in either alphabet. Line ends, as in MIME, are skipped. ValueError for other text.
base64.decode "aGVsbG8=" => b"hello")"),
    row<encode_hex>("hex.encode", "b", kBorrows, R"(Bytes, or a string's UTF-8, in hexadecimal digits.
hex.encode b"\x01\xff" => "01ff")"),
    row<decode_hex>("hex.decode", "s", kBorrows,
                    R"(The bytes for hexadecimal digits. ValueError for other text.
hex.decode "01FF" => b"\x01\xff")"),
};

}  // namespace

NativeTable encoding_natives() { return kRows; }

}  // namespace aspen
