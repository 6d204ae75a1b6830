// The library's Aspen files as bytecode, which tools/precompile makes at build time, so that no program
// compiles them at its start. In tools/precompile itself the table is empty.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/object/function.h"

namespace aspen {

struct PrecompiledExport {  // Export, in frontend/frontend.h
  const char* name;
  int32_t function;
  uint16_t arity;
  ConsumeMask consumes;
  Effect effect;
  Reach reach;
  const char* parameters;
  uint32_t offset;
};

struct PrecompiledChunk {
  const char* name;   // of its source in embedded.h
  const char* bytes;  // a saved chunk (vm/code/chunk_file.h)
  size_t size;
  const PrecompiledExport* exports;
  size_t export_count;
};

extern const PrecompiledChunk kPrecompiledChunks[];
extern const size_t kPrecompiledChunkCount;

}  // namespace aspen
