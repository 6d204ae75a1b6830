// Modules hash and uuid. Digests are nettle's.
#include <nettle/hmac.h>
#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <new>

#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"

namespace aspen {

namespace {

Value hex_value(Strand& s, std::string_view bytes) {
  std::string out;
  append_hex(out, bytes);
  return text_value(s, out);
}

constexpr uint64_t kDigestWork = 4, kChecksumWork = 2;  // a byte

const uint8_t* bytes_of(std::string_view text) { return reinterpret_cast<const uint8_t*>(text.data()); }

template <class Context>
bool update_all(Strand& s, Context& context, void (*update)(Context*, size_t, const uint8_t*),
                std::string_view what) {
  Pieces pieces(s, what, kDigestWork);
  for (std::string_view piece; pieces.next(piece);) update(&context, piece.size(), bytes_of(piece));
  return !pieces.has_stopped();
}

template <class Context, void (*init)(Context*), void (*update)(Context*, size_t, const uint8_t*),
          void (*digest)(Context*, size_t, uint8_t*), size_t size>
Value digest_of(Strand& s, AnyBytes what) {
  Context context;
  init(&context);
  if (!update_all(s, context, update, what.view)) return s.raise_stop();
  std::array<uint8_t, size> out;
  digest(&context, size, out.data());
  return hex_value(s, {reinterpret_cast<const char*>(out.data()), size});
}

// A key that is longer than a block is replaced by its digest (RFC 2104).
template <class Context, void (*set_key)(Context*, size_t, const uint8_t*),
          void (*update)(Context*, size_t, const uint8_t*), void (*digest)(Context*, size_t, uint8_t*),
          size_t size, class Plain, void (*init_plain)(Plain*),
          void (*update_plain)(Plain*, size_t, const uint8_t*),
          void (*digest_plain)(Plain*, size_t, uint8_t*)>
Value keyed_digest_of(Strand& s, AnyBytes key, AnyBytes what) {
  constexpr size_t kBlockBytes = 64;
  std::array<uint8_t, size> short_key;
  if (key.view.size() > kBlockBytes) {
    Plain plain;
    init_plain(&plain);
    if (!update_all(s, plain, update_plain, key.view)) return s.raise_stop();
    digest_plain(&plain, size, short_key.data());
    key.view = {reinterpret_cast<const char*>(short_key.data()), size};
  }
  Context context;
  set_key(&context, key.view.size(), bytes_of(key.view));
  if (!update_all(s, context, update, what.view)) return s.raise_stop();
  std::array<uint8_t, size> out;
  digest(&context, size, out.data());
  return hex_value(s, {reinterpret_cast<const char*>(out.data()), size});
}

constexpr auto md5 = digest_of<md5_ctx, md5_init, md5_update, md5_digest, MD5_DIGEST_SIZE>;
constexpr auto sha1 = digest_of<sha1_ctx, sha1_init, sha1_update, sha1_digest, SHA1_DIGEST_SIZE>;
constexpr auto sha256 = digest_of<sha256_ctx, sha256_init, sha256_update, sha256_digest, SHA256_DIGEST_SIZE>;
constexpr auto sha384 = digest_of<sha512_ctx, sha384_init, sha512_update, sha384_digest, SHA384_DIGEST_SIZE>;
constexpr auto sha512 = digest_of<sha512_ctx, sha512_init, sha512_update, sha512_digest, SHA512_DIGEST_SIZE>;
constexpr auto sha3_256 =
    digest_of<sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_digest, SHA3_256_DIGEST_SIZE>;
constexpr auto hmac_sha256 =
    keyed_digest_of<hmac_sha256_ctx, hmac_sha256_set_key, hmac_sha256_update, hmac_sha256_digest,
                    SHA256_DIGEST_SIZE, sha256_ctx, sha256_init, sha256_update, sha256_digest>;
constexpr auto hmac_sha1 =
    keyed_digest_of<hmac_sha1_ctx, hmac_sha1_set_key, hmac_sha1_update, hmac_sha1_digest, SHA1_DIGEST_SIZE,
                    sha1_ctx, sha1_init, sha1_update, sha1_digest>;

// The checksum of zip, gzip and PNG: polynomial 0x04c11db7, reflected.
constexpr std::array<uint32_t, 256> kCrcTable = [] {
  std::array<uint32_t, 256> out{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    out[i] = crc;
  }
  return out;
}();

Value crc32(Strand& s, AnyBytes what) {
  uint32_t crc = ~uint32_t{0};
  Pieces pieces(s, what.view, kChecksumWork);
  for (std::string_view piece; pieces.next(piece);) {
    for (char c : piece) crc = crc >> 8 ^ kCrcTable[(crc ^ static_cast<uint8_t>(c)) & 255];
  }
  return pieces.has_stopped() ? s.raise_stop() : Value::small_int(~crc);
}

Value xxhash(Strand& s, AnyBytes what) {
  if (what.view.size() <= kBytesPerPiece)
    return make_int_unsigned(s.allocator(), XXH3_64bits(what.view.data(), what.view.size()));
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  if (state == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  Pieces pieces(s, what.view, 1);
  for (std::string_view piece; pieces.next(piece);)
    XXH3_64bits_update(state.get(), piece.data(), piece.size());
  if (pieces.has_stopped()) return s.raise_stop();
  return make_int_unsigned(s.allocator(), XXH3_64bits_digest(state.get()));
}

// ---- UUIDs, by RFC 9562

using Uuid = std::array<uint8_t, 16>;

// False with an error pending.
bool fill_at_random(Strand& s, Uuid& out) {
  constexpr uint64_t kRandomWork = 500;
  if (!s.work(kRandomWork)) return fail_with(s.raise_stop());
  return getentropy(out.data(), out.size()) == 0 || fail_with(s.io_error(errno, "the system's random bytes"));
}

std::string uuid_text(const Uuid& id) {
  std::string digits, out;
  append_hex(digits, {reinterpret_cast<const char*>(id.data()), id.size()});
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) out += '-';
    out += digits[i];
  }
  return out;
}

void mark(Uuid& id, unsigned version) {
  id[6] = static_cast<uint8_t>((id[6] & 0x0f) | version << 4);
  id[8] = static_cast<uint8_t>((id[8] & 0x3f) | 0x80);
}

Value uuid_v4(Strand& s, UnitArgument) {
  Uuid id;
  if (!fill_at_random(s, id)) return Value::exception();
  mark(id, 4);
  return text_value(s, uuid_text(id));
}

// Milliseconds since 1970 and, in the last 12 bits, the fraction of one. Each is greater than those before it
// in this process, also if the clock is set back (RFC 9562, 6.2, method 3).
uint64_t next_uuid_time() {
  using namespace std::chrono;
  constexpr uint64_t kPerMs = 1'000'000;
  static std::atomic<uint64_t> last{0};  // written by all threads; only its own order matters
  const auto ns =
      static_cast<uint64_t>(duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count());
  const uint64_t now = (ns / kPerMs) << 12 | (ns % kPerMs) * 4096 / kPerMs;
  uint64_t before = last.load(std::memory_order_relaxed);
  while (!last.compare_exchange_weak(before, std::max(now, before + 1), std::memory_order_relaxed)) {
  }
  return std::max(now, before + 1);
}

Value uuid_v7(Strand& s, UnitArgument) {
  Uuid id;
  if (!fill_at_random(s, id)) return Value::exception();
  const uint64_t time = next_uuid_time();
  for (size_t i = 0; i < 6; ++i) id[i] = static_cast<uint8_t>(time >> (12 + 8 * (5 - i)));
  id[6] = static_cast<uint8_t>(time >> 8 & 0x0f);
  id[7] = static_cast<uint8_t>(time);
  mark(id, 7);
  return text_value(s, uuid_text(id));
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !std::isxdigit(static_cast<unsigned char>(text[i]))) return false;
  }
  return true;
}

Value uuid_valid(Strand&, const String& text) { return Value::boolean(is_uuid(text.view())); }

const NativeDescriptor kRows[] = {
    row<sha256>("hash.sha256", "b", kBorrows,
                R"(The SHA-256 digest of bytes, or of a string's UTF-8, in hexadecimal digits.
hash.sha256 "" => "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")"),
    row<sha384>("hash.sha384", "b", kBorrows, "The SHA-384 digest, in hexadecimal digits."),
    row<sha512>("hash.sha512", "b", kBorrows, "The SHA-512 digest, in hexadecimal digits."),
    row<sha3_256>("hash.sha3_256", "b", kBorrows, R"(The SHA3-256 digest, in hexadecimal digits.
hash.sha3_256 "" => "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a")"),
    row<sha1>("hash.sha1", "b", kBorrows,
              R"(The SHA-1 digest, in hexadecimal digits. Not for security any more.
hash.sha1 "abc" => "a9993e364706816aba3e25717850c26c9cd0d89d")"),
    row<md5>("hash.md5", "b", kBorrows, R"(The MD5 digest, in hexadecimal digits. Not for security any more.
hash.md5 "" => "d41d8cd98f00b204e9800998ecf8427e")"),
    row<hmac_sha256>("hash.hmac_sha256", "key b", kBorrows,
                     "The HMAC of bytes or text under a key, by SHA-256, in hexadecimal digits."),
    row<hmac_sha1>("hash.hmac_sha1", "key b", kBorrows,
                   "The HMAC of bytes or text under a key, by SHA-1, in hexadecimal digits."),
    row<crc32>("hash.crc32", "b", kBorrows, R"(The checksum CRC-32, an Int.
hash.crc32 "123456789" => 3421780262)"),
    row<xxhash>("hash.xxh3", "b", kBorrows, R"(The fast hash XXH3, 64 bits, an Int. Not for security.
hash.xxh3 "" => 3244421341483603138)"),
    row<uuid_v4>("uuid.v4", "()", kBorrows, "A random identifier.", Effect::write),
    row<uuid_v7>(
        "uuid.v7", "()", kBorrows,
        "A random identifier that begins with the time, so that later ones sort after it, also those of the "
        "same millisecond.",
        Effect::write),
    row<uuid_valid>("uuid.valid?", "s", kBorrows, R"(Whether the text is an identifier in its usual form.
uuid.valid? "123e4567-e89b-12d3-a456-426614174000" => true)"),
};

}  // namespace

NativeTable hash_natives() { return kRows; }

}  // namespace aspen
