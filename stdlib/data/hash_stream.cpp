// Module hash: digests of data that comes in pieces. hash.asp makes `hash.of` of these functions.
#include <nettle/nettle-meta.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

struct Algorithm {
  std::string_view name;
  const nettle_hash* hash;
};
const Algorithm kAlgorithms[] = {
    {"sha256", &nettle_sha256},     {"sha384", &nettle_sha384}, {"sha512", &nettle_sha512},
    {"sha3_256", &nettle_sha3_256}, {"sha1", &nettle_sha1},     {"md5", &nettle_md5},
};

// What a hash knows of the data so far. Nettle's contexts may be copied byte by byte.
using Context = std::vector<std::max_align_t>;

Context context_of(const nettle_hash& hash) {
  Context out((hash.context_size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
  hash.init(out.data());
  return out;
}

struct Hash {
  const nettle_hash& algorithm;
  // A task that comes while another one adds gets an error and does not wait.
  std::mutex lock;
  Context context;
  Charge charge;
};

const NativeType kHashType{"hash", drop_state<Hash>, nullptr};

}  // namespace

template <>
struct Argument<Hash*> {
  static Hash* read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_argument<Hash>(s, args, i, ok, kHashType, "a hash, from hash.begin");
  }
};

namespace {

Value begin(Strand& s, const String& name) {
  const auto* found = std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                                   [&](const Algorithm& each) { return each.name == name.view(); });
  if (found == std::end(kAlgorithms))
    return bad_argument(s, 0, R"(must be "sha256", "sha384", "sha512", "sha3_256", "sha1" or "md5")");
  Charge bytes(s.machine().heap().memory());
  if (!s.charge(bytes, sizeof(Hash) + found->hash->context_size)) return Value::exception();
  auto hash = std::unique_ptr<Hash>(new Hash{*found->hash, {}, context_of(*found->hash), std::move(bytes)});
  return state_value(s, kHashType, std::move(hash));
}

// Changes a copy, as the strand may have to stop on the way, and the call may run again.
Value add(Strand& s, AnyBytes data, Hash* hash) {
  const std::unique_lock hold(hash->lock, std::try_to_lock);
  if (!hold) return in_use(s, "hash");
  constexpr uint64_t kDigestWork = 4;  // a byte
  Context context = hash->context;
  Pieces pieces(s, data.view, kDigestWork);
  for (std::string_view piece; pieces.next(piece);)
    hash->algorithm.update(context.data(), piece.size(), reinterpret_cast<const uint8_t*>(piece.data()));
  if (pieces.has_stopped()) return s.raise_stop();
  hash->context.swap(context);
  return Value::unit();
}

Value digest(Strand& s, Hash* hash) {
  const std::unique_lock hold(hash->lock, std::try_to_lock);
  if (!hold) return in_use(s, "hash");
  Context context = hash->context;  // which the digest ends
  std::string bytes(hash->algorithm.digest_size, '\0'), digits;
  hash->algorithm.digest(context.data(), bytes.size(), reinterpret_cast<uint8_t*>(bytes.data()));
  append_hex(digits, bytes);
  return text_value(s, digits);
}

const NativeDescriptor kRows[] = {
    row<begin>(
        "hash.begin", "algorithm", kBorrows,
        R"(A hash of data that comes in pieces, to which `hash.add` adds: "sha256", "sha384", "sha512", "sha3_256", "sha1" or "md5". `hash.of` is simpler for a file. (Python: hashlib.new, Go: sha256.New)
{ h = hash.begin "sha1"; hash.add "a" h; hash.add b"bc" h; hash.digest h == hash.sha1 "abc" } => true)",
        Effect::write),
    row<add>("hash.add", "data h", kBorrows, "Adds the next piece of the data, a String or Bytes.",
             Effect::write),
    row<digest>("hash.digest", "h", kBorrows,
                R"(The digest of what was added so far, in hexadecimal digits. More can be added afterwards.
hash.digest (hash.begin "md5") => "d41d8cd98f00b204e9800998ecf8427e")",
                Effect::write),
};

}  // namespace

NativeTable hash_stream_natives() { return kRows; }

}  // namespace aspen
