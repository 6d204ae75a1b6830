// Saved bytecode (.aspc): a chunk as bytes, little-endian, with a version. Reading checks structure and
// bounds; `verify` (verifier.h) has to accept the chunk before it is loaded. This refuses corrupt and hostile
// files.
#pragma once

#include <string>
#include <string_view>

#include "vm/code/chunk.h"

namespace aspen {

// Increased when the file format or the instruction set changes: files of other versions are refused.
inline constexpr uint32_t kChunkVersion = 11;

std::string save_chunk(const Chunk& chunk);

// False, with the reason in `error`, if `bytes` is no such file. The chunk is marked as from outside; a
// caller that knows which compiler wrote the bytes may clear the mark.
bool read_chunk(std::string_view bytes, Chunk& chunk, std::string& error);

}  // namespace aspen
