// Bytes read as addresses, or as two of them with a line feed between.
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/property.h"

namespace {

constexpr const char* kProgram = R"PROGRAM(
same = what got wanted -> if got != wanted { error "{what}: {show got}, but {show wanted}" }

encodes = text -> {
    same "encode" (url.decode (url.encode text)) text
    same "encode_path" (url.decode (url.encode_path text)) text
    fields = url.parse_query text
    same "query" (url.parse_query (url.show_query fields)) fields
}

# What `show` gives of it means the same, and is shown the same.
shows = parts -> {
    shown = url.show parts
    same "parse of {show shown}" (url.parse shown) parts
    same "show" (url.show (url.parse shown)) shown
}

# RFC 3986, 5.2: what is joined with a base that has a scheme has one, so joining it again changes nothing. A
# base's own path stays as it is where the reference has none, so its dots are taken out before.
joins = base reference -> {
    base = url.join base base
    joined = url.join base reference
    same "join" (url.join base joined) joined
    match (try url.parse joined, try url.parse reference, try url.parse base) {
        (Ok to, Ok from, Ok at) -> {
            wanted = if from.scheme is Some _ { from } else { at }
            same "scheme" to.scheme wanted.scheme
            is_away = from.scheme is Some _ or from.host is Some _
            same "host" to.host (if is_away { from.host } else { at.host })
            same "fragment" to.fragment from.fragment
        }
        _ -> ()
    }
}

check = input -> {
    [first, ..rest] = split "\n" (string.from_bytes_lossy input)
    reference = join "\n" rest
    encodes first
    match try url.parse first {
        Ok parts -> {
            shows parts
            if parts.scheme is Some _ { joins first reference }
            parts.host is Some host and not empty? host
        }
        Err (ValueError _) -> false
        Err e -> error e
    }
}
)PROGRAM";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Property property(kProgram);
  constexpr size_t kMost = 1000;  // more takes longer than it is worth
  property.hold_for({reinterpret_cast<const char*>(data), std::min(size, kMost)});
  return 0;
}
