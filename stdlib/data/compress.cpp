// Module compress: whole data. Data that comes in pieces is in compress_stream.cpp.
// Data is processed in pieces. Each piece is paid for, and the output is charged as it grows.
#include <algorithm>
#include <climits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "stdlib/data/codecs.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"

namespace aspen {

namespace {

// ---- Zstandard's levels

// The costs of a range of levels.
struct ZstdLevel {
  int most;  // the highest level of the range
  uint64_t ns_per_byte;
  size_t piece_bytes;  // per step: a few milliseconds
  size_t table_bytes;  // of the compressor for long data
};
constexpr ZstdLevel kZstdLevels[] = {{3, 8, kPieceBytes, size_t{8} << 20},
                                     {8, 30, kPieceBytes, size_t{16} << 20},
                                     {12, 80, kPieceBytes, size_t{28} << 20},
                                     {INT_MAX, 400, size_t{1} << 13, size_t{28} << 20}};

const ZstdLevel& zstd_level(int level) {
  return *std::find_if(std::begin(kZstdLevels), std::end(kZstdLevels),
                       [=](const ZstdLevel& costs) { return level <= costs.most; });
}

// The memory that the compressor needs for data of that size: tables are no larger than the data needs.
size_t zstd_bytes(int level, size_t size) {
  constexpr size_t kLeast = size_t{1} << 19, kPerByte = 16;
  return std::min(zstd_level(level).table_bytes, kLeast + kPerByte * size);
}

class ZstdCompress {
 public:
  ZstdCompress(int level, size_t size) : costs_(zstd_level(level)), context_(zstd().create_compressor()) {
    if (!context_) return;
    // The first call clears all tables, which takes as long as several pieces: it gets almost nothing to do.
    if (costs_.piece_bytes < kPieceBytes && size > kPieceBytes) piece_bytes_ = 1;
    set(ZSTD_c_compressionLevel, level);
    set(ZSTD_c_checksumFlag, 1);
    set(ZSTD_c_contentSizeFlag, 0);
    zstd().set_size(context_.get(), size);
    constexpr size_t kLong = size_t{1} << 18;  // zstd's own tables for shorter data are small
    if (level > 8 && size > kLong) limit_tables();
  }

  bool is_ready() const { return context_ != nullptr; }
  Step step(Flow& flow) {
    const size_t bytes = std::exchange(piece_bytes_, costs_.piece_bytes);
    ZSTD_inBuffer in{flow.in.data(), flow.piece(bytes).size(), 0};
    ZSTD_outBuffer out{flow.out, std::min(flow.room, kPieceBytes), 0};
    const bool was_last = flow.is_last_piece(bytes);
    // Zstandard collects 128 KiB before it compresses, unless it is told to flush.
    const auto otherwise = bytes == 1 || bytes == kPieceBytes ? ZSTD_e_continue : ZSTD_e_flush;
    const size_t left = zstd().compress(context_.get(), &out, &in, was_last ? ZSTD_e_end : otherwise);
    flow.advance(in.pos, out.pos);
    if (zstd().is_error(left) != 0) {
      error_ = zstd().error_name(left);
      return Step::corrupt;
    }
    return was_last && left == 0 ? Step::over : Step::more;
  }
  std::string complaint() const { return error_; }
  uint64_t ns_per_byte() const { return costs_.ns_per_byte; }

 private:
  void set(ZSTD_cParameter parameter, int value) { zstd().set_parameter(context_.get(), parameter, value); }
  // Limits all tables and the window to 28 MiB together.
  void limit_tables() {
    set(ZSTD_c_windowLog, 22);
    set(ZSTD_c_hashLog, 21);
    set(ZSTD_c_chainLog, 21);
  }

  const ZstdLevel& costs_;
  size_t piece_bytes_ = costs_.piece_bytes;  // of the next step
  std::unique_ptr<ZSTD_CCtx, FreeZstd> context_;
  std::string error_;
};

// ---- Running a codec

// Makes more room after the output. False with MemoryLimit pending, or if the strand waits for its turn.
bool enlarge(Strand& s, ScratchText& out) {
  size_t size = std::max(2 * out.size(), kPieceBytes);
  if (size > kMostTextBytes && out.size() < kMostTextBytes) size = kMostTextBytes;
  if (!reserve_text(s, size)) return false;
  out.resize(size);
  return true;
}

std::string about_data(Strand& s) { return std::string(s.native()->name) + ": data "; }

// The output; an error if it is more than `most` bytes.
template <class Codec>
Value run(Strand& s, Codec& codec, std::string_view data, size_t most) {
  constexpr uint64_t kCodecWork = 5'000;
  if (!codec.is_ready()) return s.raise(sym::kMemoryLimit, "not enough memory to compress");
  if (!s.work(kCodecWork)) return s.raise_stop();
  ScratchText out = scratch_text(s);
  size_t made = 0;
  Flow flow{data, nullptr, 0};
  for (Step step = Step::more; step != Step::over;) {
    if (made == out.size() && !enlarge(s, out)) return Value::exception();
    const size_t left = flow.in.size(), before = made;
    flow.out = out.data() + made;
    flow.room = out.size() - made;
    step = codec.step(flow);
    made = out.size() - flow.room;
    if (made > most)
      return s.value_error(about_data(s) + "holds more than " + std::to_string(most) + " bytes");
    if (step == Step::cut_off) return s.value_error(about_data(s) + "ends too early");
    if (step == Step::corrupt) return s.value_error(about_data(s) + "is corrupt: " + codec.complaint());
    if (!s.work(codec.ns_per_byte() * (left - flow.in.size() + made - before))) return s.raise_stop();
  }
  if (!reserve_text(s, made)) return Value::exception();
  return bytes_value(s, std::string_view(out).substr(0, made));
}

// ---- Natives

constexpr int kUsualLevel = 6, kUsualZstdLevel = 3;
constexpr int kBestLevel = 9, kBestZstdLevel = 19;  // those above take gigabytes

bool is_level(Strand& s, int64_t level, int64_t least, int64_t best) {
  if (level >= least && level <= best) return true;
  return fail_with(
      bad_argument(s, 0, "must be from " + std::to_string(least) + " to " + std::to_string(best)));
}

template <Format format>
Value pack_with(Strand& s, int64_t level, AnyBytes data) {
  if (!is_level(s, level, 0, kBestLevel)) return Value::exception();
  Deflate codec(format, static_cast<int>(level));
  return run(s, codec, data.view, SIZE_MAX);
}
template <Format format>
Value pack(Strand& s, AnyBytes data) {
  return pack_with<format>(s, kUsualLevel, data);
}
template <Format format>
Value unpack_most(Strand& s, size_t most, AnyBytes data) {
  Inflate codec(format);
  return run(s, codec, data.view, most);
}
template <Format format>
Value unpack_max(Strand& s, Count n, AnyBytes data) {
  return unpack_most<format>(s, n, data);
}
template <Format format>
Value unpack(Strand& s, AnyBytes data) {
  return unpack_most<format>(s, SIZE_MAX, data);
}

Value zstd_with(Strand& s, int64_t level, AnyBytes data) {
  if (!is_level(s, level, 1, kBestZstdLevel) || !has_zstd(s)) return Value::exception();
  Charge tables(s.machine().heap().memory());
  if (!s.charge(tables, zstd_bytes(static_cast<int>(level), data.view.size()))) return Value::exception();
  ZstdCompress codec(static_cast<int>(level), data.view.size());
  return run(s, codec, data.view, SIZE_MAX);
}
Value zstd_usual(Strand& s, AnyBytes data) { return zstd_with(s, kUsualZstdLevel, data); }

Value unzstd_most(Strand& s, size_t most, AnyBytes data) {
  if (!has_zstd(s)) return Value::exception();
  Charge window(s.machine().heap().memory());
  if (!s.charge(window, zstd_window(data.view) + kZstdOwnBytes)) return Value::exception();
  ZstdDecompress codec(kMostZstdWindowLog);
  return run(s, codec, data.view, most);
}
Value unzstd_max(Strand& s, Count n, AnyBytes data) { return unzstd_most(s, n, data); }
Value unzstd(Strand& s, AnyBytes data) { return unzstd_most(s, SIZE_MAX, data); }

const NativeDescriptor kRows[] = {
    row<pack<Format::gzip>>(
        "compress.gzip", "data", kBorrows,
        "A String or Bytes in gzip's format, as Bytes; always the same for the same data.\n"
        "len (compress.gzip (string.repeat 1000 \"a\")) < 50 => true"),
    row<pack_with<Format::gzip>>("compress.gzip_with", "level data", kBorrows,
                                 "Like compress.gzip, at a level from 1, the fastest, to 9, the smallest; 0 "
                                 "does not compress. compress.gzip takes 6."),
    row<unpack<Format::gzip>>("compress.gunzip", "data", kBorrows,
                              "The data in gzip's format, unpacked, as Bytes. If several packed parts follow "
                              "each other, all of them are unpacked. ValueError if it is corrupt or ends too "
                              "early; MemoryLimit if it holds more than the program's memory.\n"
                              "compress.gunzip (compress.gzip \"abc\") => b\"abc\""),
    row<unpack_max<Format::gzip>>(
        "compress.gunzip_max", "n data", kBorrows,
        "Like compress.gunzip, for at most n bytes; ValueError as soon as the data holds more.\n"
        "compress.gunzip_max 3 (compress.gzip \"abc\") => b\"abc\""),
    row<pack<Format::zlib>>("compress.deflate", "data", kBorrows,
                            "A String or Bytes in zlib's format, as Bytes.\n"
                            "compress.inflate (compress.deflate \"abc\") => b\"abc\""),
    row<pack_with<Format::zlib>>("compress.deflate_with", "level data", kBorrows,
                                 "Like compress.deflate, at a level from 0 to 9 as for compress.gzip_with."),
    row<unpack<Format::zlib>>(
        "compress.inflate", "data", kBorrows,
        "The data in zlib's format, unpacked, as Bytes. ValueError if it is corrupt, ends too early "
        "or has something after its end.\n"
        "compress.inflate (compress.deflate b\"\\0\\xff\") => b\"\\0\\xff\""),
    row<unpack_max<Format::zlib>>("compress.inflate_max", "n data", kBorrows,
                                  "Unpacks at most n bytes; ValueError if the data holds more."),
    row<zstd_usual>("compress.zstd", "data", kBorrows,
                    "A String or Bytes in the Zstandard format, with a checksum, as Bytes.\n"
                    "compress.unzstd (compress.zstd \"abc\") => b\"abc\""),
    row<zstd_with>(
        "compress.zstd_with", "level data", kBorrows,
        "Like compress.zstd, at a level from 1, the fastest, to 19, the smallest. compress.zstd takes 3."),
    row<unzstd>("compress.unzstd", "data", kBorrows,
                "The data in the Zstandard format, unpacked, as Bytes. If several frames follow each other, "
                "all of them are unpacked. ValueError if it is corrupt or ends too early.\n"
                "compress.unzstd (compress.zstd_with 19 \"abc\") => b\"abc\""),
    row<unzstd_max>("compress.unzstd_max", "n data", kBorrows,
                    "Unpacks at most n bytes; ValueError if the data holds more."),
};

}  // namespace

NativeTable compress_natives() { return kRows; }

}  // namespace aspen
