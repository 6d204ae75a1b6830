// Bytes read as JSON: what is read is written so that it reads back, and comes out of a stream the same,
// whatever the pieces.
#include "tests/fuzz/property.h"

namespace {

constexpr const char* kProgram = R"PROGRAM(
# The values that come, and the message of the error that they end in.
events = xs -> {
    out = []
    result = try { for x in xs { out |>= push x } }
    match result {
        Ok _ -> (out, None)
        Err (ValueError { message }) -> (out, Some message)
        Err e -> error e
    }
}

pieces = size input -> map (i -> input[i..i + size]) (range 0 (len input) size)

same = what got wanted -> if show got != show wanted { error "{what}: {show got}, but {show wanted}" }

# JSON has no infinity, though numbers that are too large are read as such.
finite? = v -> match v {
    x: Float -> x != math.inf and x != -math.inf
    xs: List -> all finite? xs
    d: Dict -> all finite? (values d)
    _ -> true
}

shows = v -> {
    same "show" (json.parse (json.show v)) v
    same "pretty" (json.parse (json.pretty v)) v
    same "show of what is read" (json.show (json.parse (json.pretty v))) (json.show v)
}

is_text = input -> (try string.from_bytes input) is Ok _
from = at message -> message[at..]

agree = whole input -> match whole {
    Ok v -> {
        same "values" (events (json.values input)) ([v], None)
        match v {
            xs: List -> same "elements" (events (json.elements input)) (xs, None)
            _ -> assert ((events (json.elements input)) is ([], Some _))
        }
    }
    Err (ValueError { message: told }) -> {
        match events (json.values input) {
            ([], Some message) | is_text input -> same "message" (from 11 message) (from 10 told)
            ([], None) -> same "message" told "json.parse: the text is empty"
            _ -> ()
        }
        if not (contains "too deeply" told) { assert ((events (json.elements input)) is (_, Some _)) }
    }
}

streams = read input -> {
    wanted = events (read input)
    for size in [1, 2, 3, 7] { same "pieces of {size}" (events (read (pieces size input))) wanted }
    wanted
}

check = input -> {
    mark = b"\xef\xbb\xbf"
    input = if input[..3] == mark { input[3..] } else { input }
    whole = try json.parse input
    agree whole input
    come, _ = streams json.values (mark + input)
    same "show_lines" (list (json.values (json.show_lines (filter finite? come)))) (filter finite? come)
    streams json.elements input
    streams (json.values_with { max_size: 5, }) input
    streams (json.elements_with { max_size: 5, }) input
    match whole {
        Ok v | finite? v -> shows v
        _ -> ()
    }
    whole is Ok (xs: List) and not empty? xs
}
)PROGRAM";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Property property(kProgram);
  property.hold_for(data, size);
  return 0;
}
