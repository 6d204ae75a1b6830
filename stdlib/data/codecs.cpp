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
  library.find("ZSTD_isError", zstd.is_error);
  library.find("ZSTD_getErrorName", zstd.error_name);
  zstd.is_there = library.is_whole();
  return zstd;
}

}  // namespace

const Zstd& zstd() { return loaded<Zstd, load_zstd>(); }

bool has_zstd(Strand& s) {
  if (zstd().is_there) return true;
  return fail_with(s.io_error("zstd needs libzstd: " + why_not_loaded(kZstdFile), "ELIBACC", kZstdFile));
}

}  // namespace aspen
