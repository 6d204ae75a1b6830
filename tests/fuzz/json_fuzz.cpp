// Bytes read as JSON: values that are read can be written and read back, and a stream of the same bytes gives
// the same values, in pieces of all sizes.
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "stdlib/data/json_splitter.h"
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

shows = v -> {
    same "show" (json.parse (json.show v)) v
    same "pretty" (json.parse (json.pretty v)) v
    same "show of what is read" (json.show (json.parse (json.pretty v))) (json.show v)
}

is_text = input -> (try string.from_bytes input) is Ok _
# A message without the name of the function, and without the place that it names.
told_in = message -> {
    [said, .._] = split ", in what begins at" message
    [_, ..rest] = split ": " said
    join ": " rest
}

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
            ([], Some message) | is_text input -> same "message" (told_in message) (told_in told)
            ([], None) -> same "message" told "json.parse: the text is empty"
            _ -> ()
        }
        if not (contains "too deeply" told) { assert ((events (json.elements input)) is (_, Some _)) }
    }
}

streams = size read input -> {
    wanted = events (read input)
    same "pieces of {size}" (events (read (pieces size input))) wanted
    wanted
}

check = input -> {
    mark = b"\xef\xbb\xbf"
    input = if input[..3] == mark { input[3..] } else { input }
    whole = try json.parse input
    agree whole input
    size = 1 + sum (input[..2]) % 9
    come, _ = streams size json.values (mark + input)
    same "show_lines" (list (json.values (json.show_lines come))) come
    streams size json.elements input
    match whole {
        Ok v -> shows v
        _ -> ()
    }
    whole is Ok ((v: List) or (v: Dict))
}
)PROGRAM";

using aspen::JsonSplitter;

// The values and errors that are found, one a line.
std::string found_in(std::string_view stream, size_t piece, JsonSplitter::Form form, size_t most) {
  JsonSplitter splitter(form, most);
  std::string out;
  for (size_t at = 0; at <= stream.size(); at += piece) {
    splitter.feed(stream.substr(at, piece));
    if (at + piece > stream.size()) splitter.finish();
    for (;;) {
      const JsonSplitter::Found found = splitter.find();
      if (found == JsonSplitter::Found::going_on) continue;
      if (found == JsonSplitter::Found::more) break;
      aspen::JsonPlace place = splitter.origin();
      place.pass(splitter.before());
      out.append(std::to_string(static_cast<int>(found))).append(" at ").append(place.show());
      // How much of a value that is too long has come depends on the pieces.
      const bool is_cut = found == JsonSplitter::Found::too_long;
      out.append(": ").append(splitter.text().substr(0, is_cut ? most : std::string::npos)).append("\n");
      if (found != JsonSplitter::Found::value) return out;
      splitter.take();
    }
  }
  return out + "no end";
}

void split(std::string_view stream) {
  for (const auto form : {JsonSplitter::Form::values, JsonSplitter::Form::elements}) {
    for (const size_t most : {size_t{5}, SIZE_MAX}) {
      const std::string whole = found_in(stream, stream.size() + 1, form, most);
      if (whole.ends_with("no end")) abort();
      for (const size_t piece : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{64}}) {
        if (found_in(stream, piece, form, most) != whole) abort();
      }
    }
  }
}

// Half of them are built from parts of JSON: guessing these would take the fuzzer too long.
std::string text_of(const uint8_t* data, size_t size) {
  constexpr std::string_view kParts[] = {"[",  "]",  "{", "}",  ",", "\"a\":", "\"", "\\", "u00e9", "1",
                                         "-2", ".5", "e", "e9", " ", "\n",     "é",  "x",  "true",  "null"};
  std::string out;
  for (size_t i = 1; i < size; ++i) {
    if (data[0] % 2 == 0) {
      out += static_cast<char>(data[i]);
    } else {
      out += kParts[data[i] % std::size(kParts)];
    }
  }
  return out;
}

// Longer input takes the program too much time.
constexpr size_t kMostForProgram = 600;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Property property(kProgram);
  const std::string text = text_of(data, size);
  split(text);
  property.hold_for(text.substr(0, kMostForProgram));
  return 0;
}
