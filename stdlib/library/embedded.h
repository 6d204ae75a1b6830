#pragma once

namespace aspen {

// One of the library's Aspen files (`stdlib/**.asp`), as part of the executable. The table lives as long as
// the process and is never written, so any thread may read it.
struct EmbeddedSource {
  const char* name;  // path below stdlib/, without ".asp": "prelude", "list"
  const char* text;  // UTF-8, followed by a NUL that is not part of it
  unsigned size;     // bytes in text
};

extern const EmbeddedSource kEmbeddedSources[];  // sorted by name
extern const unsigned kEmbeddedSourceCount;

}  // namespace aspen
