#include "stdlib/data/codecs.h"

#include "stdlib/native/loaded_library.h"
#include "stdlib/native/native.h"

namespace aspen {

namespace {

constexpr const char* kZstdFile = "libzstd.so.1";

Zstd load_zstd() {
  LoadedLibrary library(kZstdFile);
  Zstd zstd = {};
  library.find("ZSTD_createCCtx", zstd.create_compressor);
  library.find("ZSTD_freeCCtx", zstd.free_compressor);
  library.find("ZSTD_CCtx_setParameter", zstd.set_parameter);
  library.find("ZSTD_CCtx_setPledgedSrcSize", zstd.set_size);
  library.find("ZSTD_compressStream2", zstd.compress);
  library.find("ZSTD_createDCtx", zstd.create_decompressor);
  library.find("ZSTD_freeDCtx", zstd.free_decompressor);
  library.find("ZSTD_DCtx_setParameter", zstd.set_decompressor);
  library.find("ZSTD_decompressStream", zstd.decompress);
  library.find("ZSTD_findFrameCompressedSize", zstd.frame_size);
  library.find("ZSTD_getFrameContentSize", zstd.content_size);
  library.find("ZSTD_isError", zstd.is_error);
  library.find("ZSTD_getErrorName", zstd.error_name);
  zstd.is_there = library.is_whole();
  return zstd;
}

}  // namespace

const Zstd& zstd() { return loaded<Zstd, load_zstd>(); }

// The window of one frame, by RFC 8878, section 3.1.1.1. A frame that is a single segment has its whole
// content as its window.
static size_t window_of_frame(std::string_view frame) {
  constexpr size_t kDescriptorAt = 4, kWindowAt = 5;
  constexpr uint8_t kSingleSegment = 0x20;
  constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
  if (!frame.starts_with(kMagic) || frame.size() <= kWindowAt) return 0;
  if ((static_cast<uint8_t>(frame[kDescriptorAt]) & kSingleSegment) != 0) {
    const unsigned long long content = zstd().content_size(frame.data(), frame.size());
    return content >= ZSTD_CONTENTSIZE_ERROR ? 0 : content;
  }
  const auto window = static_cast<uint8_t>(frame[kWindowAt]);
  const size_t base = size_t{1} << (10 + (window >> 3));
  return base + base / 8 * (window & 7);
}

size_t zstd_window(std::string_view data) {
  size_t largest = 0;
  while (!data.empty()) {
    largest = std::max(largest, window_of_frame(data));
    const size_t bytes = zstd().frame_size(data.data(), data.size());
    if (zstd().is_error(bytes) != 0) break;
    data.remove_prefix(bytes);
  }
  return std::min(largest, size_t{1} << kMostZstdWindowLog);
}

bool has_zstd(Strand& s) {
  if (zstd().is_there) return true;
  return fail_with(s.io_error("zstd needs libzstd: " + why_not_loaded(kZstdFile), "ELIBACC", kZstdFile));
}

}  // namespace aspen
