// Bytes read as tables, and as the fields of tables.
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/property.h"

namespace {

constexpr const char* kProgram = R"PROGRAM(
same = what got wanted -> if got != wanted { error "{what}: {show got}, but {show wanted}" }

# RFC 4180 as a machine of five states: whether each quote that begins a field ends it.
step = separator quote state c -> match state {
    "begin" or "plain" | c == separator or c == "\n" -> "begin"
    "begin" | c == quote -> "quoted"
    "begin" or "plain" -> "plain"
    "quoted" -> if c == quote { "closed" } else { "quoted" }
    "closed" | c == quote -> "quoted"
    "closed" | c == separator or c == "\n" -> "begin"
    "closed" | c == "\r" -> "ending"
    "ending" | c == "\n" -> "begin"
    _ -> "wrong"
}
sound? = separator quote text -> {
    rows = if string.starts_with? "\u{FEFF}" text { drop 1 text } else { text }
    not (contains (fold "begin" (step separator quote) rows) ["quoted", "ending", "wrong"])
}

rows_of = options text -> match try (csv.parse_with options text) {
    Ok rows -> Some rows
    Err (ValueError _) -> None
    Err e -> error e
}

reads = options text -> match rows_of options text {
    Some rows -> {
        assert (sound? options.separator options.quote text)
        same "show" (csv.parse_with options (csv.show_with options rows)) rows
        any (row -> any (field -> contains options.separator field or contains options.quote field) row) rows
    }
    None -> {
        assert (not (sound? options.separator options.quote text))
        false
    }
}

check = input -> {
    text = string.from_bytes_lossy input
    table = map (split ",") (split "\n\n" text)
    for separator, quote in [(";", "'"), (" ", "\""), ("a", "b")] {
        options = { separator, quote }
        reads options text
        same "fields" (csv.parse_with options (csv.show_with options table)) table
    }
    reads { separator: ",", quote: "\"" } text
}
)PROGRAM";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Property property(kProgram);
  constexpr size_t kMost = 300;  // more takes longer than it is worth
  property.hold_for({reinterpret_cast<const char*>(data), std::min(size, kMost)});
  return 0;
}
