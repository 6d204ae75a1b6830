// Module compress: unpacks data that comes in pieces. compress.asp makes a fiber of these functions.
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "stdlib/data/codecs.h"
#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

// What a codec takes besides the data that waits for it.
constexpr size_t kZlibBytes = size_t{64} << 10;
constexpr int kMostWindowLog = 23;
constexpr size_t kZstdBytes = (size_t{1} << kMostWindowLog) + kZstdOwnBytes;

struct Unpacker {
  Unpacker(size_t own_bytes, Charge bytes) : codec_bytes(own_bytes), charge(std::move(bytes)) {}

  // A task that comes while another one unpacks gets an error and does not wait.
  std::mutex lock;
  std::variant<std::monostate, Inflate, ZstdDecompress> codec;
  std::string waiting;  // data that has come; the first `used` bytes are unpacked
  size_t used = 0;
  bool is_finished = false;  // no more data will come
  bool is_over = false;      // the data so far is whole
  const size_t codec_bytes;
  Charge charge;
};

const NativeType kUnpackerType{"unpacker", drop_state<Unpacker>, nullptr};

}  // namespace

template <>
struct Argument<Unpacker*> {
  static Unpacker* read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_argument<Unpacker>(s, args, i, ok, kUnpackerType, "an unpacker, from compress.unpacker");
  }
};

namespace {

// False if there is no such format.
bool choose(Unpacker& unpacker, std::string_view format) {
  if (format == "gzip") {
    unpacker.codec.emplace<Inflate>(Format::gzip);
  } else if (format == "zlib") {
    unpacker.codec.emplace<Inflate>(Format::zlib);
  } else if (format == "zstd") {
    unpacker.codec.emplace<ZstdDecompress>(kMostWindowLog);
  } else {
    return false;
  }
  return true;
}

Value unpacker(Strand& s, const String& format) {
  const bool is_zstd = format.view() == "zstd";
  if (is_zstd && !has_zstd(s)) return Value::exception();
  const size_t codec_bytes = is_zstd ? kZstdBytes : kZlibBytes;
  Charge bytes(s.machine().heap().memory());
  if (!s.charge(bytes, codec_bytes)) return Value::exception();
  if (!s.work(codec_bytes / kBytesCopiedPerWork)) return s.raise_stop();  // it is cleared
  auto made = std::make_unique<Unpacker>(codec_bytes, std::move(bytes));
  if (!choose(*made, format.view())) return bad_argument(s, 0, R"(must be "gzip", "zlib" or "zstd")");
  return state_value(s, kUnpackerType, std::move(made));
}

Value feed(Strand& s, AnyBytes data, Unpacker* unpacker) {
  const std::unique_lock hold(unpacker->lock, std::try_to_lock);
  if (!hold) return in_use(s, "unpacker");
  unpacker->waiting.erase(0, unpacker->used);
  unpacker->used = 0;
  const size_t bytes = unpacker->waiting.size() + data.view.size();
  // The text may hold twice what it needs.
  if (!s.charge(unpacker->charge, unpacker->codec_bytes + 2 * bytes)) return Value::exception();
  unpacker->waiting.reserve(bytes);
  unpacker->waiting += data.view;
  unpacker->charge.shrink_to(unpacker->codec_bytes + unpacker->waiting.capacity());
  return Value::unit();
}

Value finish(Strand& s, Unpacker* unpacker) {
  const std::unique_lock hold(unpacker->lock, std::try_to_lock);
  if (!hold) return in_use(s, "unpacker");
  unpacker->is_finished = true;
  return Value::unit();
}

constexpr uint64_t kWorkPerByte = 4;

Value wrong(Strand& s, const std::string& what) { return s.value_error("compress.unpack: the data " + what); }

// The next bytes in `room`; none if the data that has come gives none. Nothing with an error pending.
template <class Codec>
std::optional<size_t> unpack_next(Strand& s, Unpacker& unpacker, Codec& codec, char* room, size_t size) {
  size_t made = 0;
  while (made == 0) {
    Flow flow{std::string_view(unpacker.waiting).substr(unpacker.used), room, size};
    if (flow.in.empty() && unpacker.is_over) break;
    // Pays before the codec goes on, which cannot go back.
    if (!s.work(kWorkPerByte * kPieceBytes)) {
      s.raise_stop();
      return std::nullopt;
    }
    Step step = unpacker.is_over ? codec.resume(flow) : Step::more;
    if (step == Step::more) step = codec.step(flow);
    unpacker.is_over = step == Step::over;
    unpacker.used = unpacker.waiting.size() - flow.in.size();
    made = size - flow.room;
    if (step == Step::corrupt) {
      wrong(s, "is corrupt: " + codec.complaint());
      return std::nullopt;
    }
    if (step == Step::cut_off && made == 0) break;
  }
  return made;
}

std::optional<size_t> unpack_next(Strand&, Unpacker&, std::monostate, char*, size_t) { return 0; }

Value take(Strand& s, Unpacker* unpacker) {
  const std::unique_lock hold(unpacker->lock, std::try_to_lock);
  if (!hold) return in_use(s, "unpacker");
  if (!reserve_text(s, kPieceBytes)) return Value::exception();
  ScratchText room = scratch_text(s);
  room.resize(kPieceBytes);
  const auto made =
      std::visit([&](auto& codec) { return unpack_next(s, *unpacker, codec, room.data(), room.size()); },
                 unpacker->codec);
  if (!made) return Value::exception();
  if (*made > 0) return some(s, bytes_value(s, std::string_view(room).substr(0, *made)));
  if (unpacker->is_finished && !unpacker->is_over) return wrong(s, "ends too early");
  return none();
}

const NativeDescriptor kRows[] = {
    row<unpacker>("compress.unpacker", "format", kBorrows,
                  "What compress.unpack is made of, with `compress.feed`, `compress.take` and "
                  "`compress.finish`: takes \"gzip\", \"zlib\" or \"zstd\" data as it comes, and gives "
                  "what is packed.",
                  Effect::write),
    row<feed>("compress.feed", "data unpacker", kBorrows,
              "Gives an unpacker the next piece, a String or Bytes, cut anywhere.", Effect::write),
    row<finish>("compress.finish", "unpacker", kBorrows, "Tells an unpacker that there are no more pieces.",
                Effect::write),
    row<take>(
        "compress.take", "unpacker", kBorrows,
        R"(The next bytes, at most 65,536, as `Some b`; `None` if an unpacker needs another piece first, or at the end. ValueError if the data is corrupt, or if it has ended too early.
{ u = compress.unpacker "gzip"; compress.feed (compress.gzip "abc") u; (compress.take u, compress.take u) } => (Some b"abc", None))",
        Effect::write),
};

}  // namespace

NativeTable compress_stream_natives() { return kRows; }

}  // namespace aspen
