#include "stdlib/library/precompiled.h"

namespace aspen {

// The row names nothing, because a C++ array cannot be empty.
const PrecompiledChunk kPrecompiledChunks[] = {{nullptr, nullptr, 0, nullptr, 0}};
const size_t kPrecompiledChunkCount = 0;

}  // namespace aspen
