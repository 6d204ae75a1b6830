// memcpy for long texts and arrays.
//
// glibc copies more than some KiB with `rep movsb`. AMD's processors take some fifteen times as long for it
// if the target lies 1 to 15 bytes above the source within their pages, as in `"x" + text`, `text[1..]` and
// `[x, ..list]`. Pieces of 2 KiB are copied without it, at full speed.
#pragma once

#include <cstddef>
#include <cstring>

namespace aspen {

// The regions do not overlap. `bytes` may be 0.
inline void copy_memory(void* to, const void* from, size_t bytes) {
  constexpr size_t kPiece = 2048;
  auto* target = static_cast<char*>(to);
  auto* source = static_cast<const char*>(from);
  for (; bytes > kPiece; target += kPiece, source += kPiece, bytes -= kPiece)
    std::memcpy(target, source, kPiece);
  if (bytes != 0) std::memcpy(target, source, bytes);
}

}  // namespace aspen
