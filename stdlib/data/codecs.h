// Packing and unpacking in steps: gzip and zlib's format by zlib, Zstandard by libzstd, which is loaded at
// its first use.
#pragma once

#define ZLIB_CONST  // input is const
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "vm/run/strand.h"

namespace aspen {

constexpr size_t kPieceBytes = size_t{1} << 16;

enum class Step : uint8_t { more, over, cut_off, corrupt };

// The rest of the input, and the free room for output. A step uses both as far as it can.
struct Flow {
  std::string_view in;
  char* out;
  size_t room;

  std::string_view piece(size_t bytes = kPieceBytes) const { return in.substr(0, bytes); }
  bool is_last_piece(size_t bytes = kPieceBytes) const { return in.size() <= bytes; }
  void advance(size_t taken, size_t made) {
    in.remove_prefix(taken);
    out += made;
    room -= made;
  }
};

// ---- zlib

enum class Format : int { zlib = 15, gzip = 15 + 16 };  // as zlib's windowBits

class ZlibStream {
 protected:
  int run(int (*function)(z_stream*, int), int flush, Flow& flow) {
    const std::string_view piece = flow.piece();
    const size_t room = std::min(flow.room, kPieceBytes);
    stream_.next_in = reinterpret_cast<const Bytef*>(piece.data());
    stream_.avail_in = static_cast<uInt>(piece.size());
    stream_.next_out = reinterpret_cast<Bytef*>(flow.out);
    stream_.avail_out = static_cast<uInt>(room);
    const int code = function(&stream_, flush);
    flow.advance(piece.size() - stream_.avail_in, room - stream_.avail_out);
    return code;
  }

  z_stream stream_ = {};
};

class Deflate : ZlibStream {
 public:
  Deflate(Format format, int level) : ns_per_byte_(level > 6 ? 60 : 25) {
    constexpr int kMemoryLevel = 8;  // zlib's own choice
    is_ready_ = deflateInit2(&stream_, level, Z_DEFLATED, static_cast<int>(format), kMemoryLevel,
                             Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Deflate() { deflateEnd(&stream_); }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  bool is_ready() const { return is_ready_; }
  Step step(Flow& flow) {
    const int flush = flow.is_last_piece() ? Z_FINISH : Z_NO_FLUSH;
    return run(::deflate, flush, flow) == Z_STREAM_END ? Step::over : Step::more;
  }
  std::string complaint() const { return {}; }
  uint64_t ns_per_byte() const { return ns_per_byte_; }

 private:
  const uint64_t ns_per_byte_;
  bool is_ready_;
};

class Inflate : ZlibStream {
 public:
  static uint64_t ns_per_byte() { return 4; }

  explicit Inflate(Format format) : format_(format) {
    is_ready_ = inflateInit2(&stream_, static_cast<int>(format)) == Z_OK;
  }
  ~Inflate() { inflateEnd(&stream_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  bool is_ready() const { return is_ready_; }
  Step step(Flow& flow) {
    const int code = run(::inflate, Z_NO_FLUSH, flow);
    if (code == Z_STREAM_END) return end_member(flow);
    if (code != Z_OK && code != Z_BUF_ERROR) {
      error_ = code;
      return Step::corrupt;
    }
    return flow.in.empty() && stream_.avail_out > 0 ? Step::cut_off : Step::more;
  }
  // Continues after Step::over, when there is more input.
  Step resume(Flow& flow) {
    const Step step = end_member(flow);
    if (step == Step::over) flow.in = {};
    return step;
  }
  std::string complaint() const {
    if (is_followed_) return "there is something behind its end";
    return stream_.msg != nullptr ? stream_.msg : zError(error_);
  }

 private:
  // After the end of a member. A gzip file may hold several, one after the other, and zeros after the last.
  Step end_member(Flow& flow) {
    if (format_ == Format::gzip && flow.in.find_first_not_of('\0') == flow.in.npos) return Step::over;
    if (flow.in.empty()) return Step::over;
    is_followed_ = format_ != Format::gzip;
    return !is_followed_ && inflateReset(&stream_) == Z_OK ? Step::more : Step::corrupt;
  }

  const Format format_;
  bool is_ready_;
  bool is_followed_ = false;
  int error_ = Z_OK;
};

// ---- Zstandard

struct Zstd {
  decltype(&ZSTD_createCCtx) create_compressor;
  decltype(&ZSTD_freeCCtx) free_compressor;
  decltype(&ZSTD_CCtx_setParameter) set_parameter;
  decltype(&ZSTD_CCtx_setPledgedSrcSize) set_size;
  decltype(&ZSTD_compressStream2) compress;
  decltype(&ZSTD_createDCtx) create_decompressor;
  decltype(&ZSTD_freeDCtx) free_decompressor;
  decltype(&ZSTD_DCtx_setParameter) set_decompressor;
  decltype(&ZSTD_decompressStream) decompress;
  decltype(&ZSTD_findFrameCompressedSize) frame_size;
  decltype(&ZSTD_getFrameContentSize) content_size;
  decltype(&ZSTD_isError) is_error;
  decltype(&ZSTD_getErrorName) error_name;
  bool is_there = false;
};

const Zstd& zstd();
// False with an IoError pending if there is no libzstd.
bool has_zstd(Strand& s);

struct FreeZstd {
  void operator()(ZSTD_CCtx* context) const { zstd().free_compressor(context); }
  void operator()(ZSTD_DCtx* context) const { zstd().free_decompressor(context); }
};

// What a decompressor takes besides its window: at most so many bytes.
constexpr size_t kZstdOwnBytes = size_t{512} << 10;
// The largest window of the frames in whole data, in bytes; at most 2 ** kMostZstdWindowLog.
constexpr int kMostZstdWindowLog = 27;
size_t zstd_window(std::string_view data);

class ZstdDecompress {
 public:
  static uint64_t ns_per_byte() { return 2; }

  // For data with windows of at most 2 ** most_window_log bytes. Other data is corrupt.
  explicit ZstdDecompress(int most_window_log) : context_(zstd().create_decompressor()) {
    if (context_) zstd().set_decompressor(context_.get(), ZSTD_d_windowLogMax, most_window_log);
  }

  bool is_ready() const { return context_ != nullptr; }
  // There may be several frames, one after the other.
  Step step(Flow& flow) {
    ZSTD_inBuffer in{flow.in.data(), flow.piece().size(), 0};
    ZSTD_outBuffer out{flow.out, std::min(flow.room, kPieceBytes), 0};
    const size_t hint = zstd().decompress(context_.get(), &out, &in);
    flow.advance(in.pos, out.pos);
    if (zstd().is_error(hint) != 0) {
      error_ = zstd().error_name(hint);
      return Step::corrupt;
    }
    if (flow.in.empty() && hint == 0) return Step::over;
    return flow.in.empty() && out.pos < out.size ? Step::cut_off : Step::more;
  }
  // Continues after Step::over, when there is more input: the next frame.
  static Step resume(Flow&) { return Step::more; }
  std::string complaint() const { return error_; }

 private:
  std::unique_ptr<ZSTD_DCtx, FreeZstd> context_;
  std::string error_;
};

}  // namespace aspen
