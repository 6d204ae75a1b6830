// Saved bytecode (.aspc): a chunk as bytes, little-endian, with a version. Reading checks structure and
// bounds; `verify` (verifier.h) must accept the chunk before it is loaded, so that a corrupt or hostile file
// is refused.
#pragma once

#include <string>
#include <string_view>

#include "vm/chunk.h"

namespace aspen {

// Raised whenever the file format or the instruction set changes: files of another version are refused.
inline constexpr uint32_t kChunkVersion = 6;

std::string save_chunk(const Chunk& chunk);

// False, with the reason in `error`, if `bytes` is no such file. The chunk is marked as from outside; a
// caller that knows which compiler wrote the bytes may take the mark away.
bool read_chunk(std::string_view bytes, Chunk& chunk, std::string& error);

}  // namespace aspen
