#pragma once

#include "stdlib/data/json_text.h"
#include "stdlib/native/native.h"

namespace aspen {

Value parse_json(Strand& s, AnyBytes text);
Value parse_json_with(Strand& s, const Record& options, AnyBytes text);
// Reads the option `lossy`. False if it is another one, or no Bool.
bool read_lossy(std::string_view name, Value v, bool& out);
// A String with the JSON text, on one line.
Value show_json(Strand& s, Value v);
// Likewise for any value: what JSON cannot hold becomes a string of its text in Aspen.
Value show_json_leniently(Strand& s, Value v);

// A JSON text within a longer text.
struct JsonText {
  enum class End : uint8_t {
    last,      // nothing comes after it
    followed,  // by text that does not belong to it
    wrong,     // its last byte is known to be a mistake
    cut_off,   // it would go on
  };
  std::string_view text;
  End end = End::last;
  bool is_lossy = false;  // U+FFFD stands for halves of surrogate pairs and bytes that are not UTF-8
  // Needed for errors only: the text begins after `before`, which begins at `origin`.
  std::string_view before = {};
  JsonPlace origin = {};

  JsonPlace begin() const {
    JsonPlace place = origin;
    place.pass(before);
    return place;
  }
};

// Likewise for a JsonText; a ValueError if it is wrong or cut off. Messages begin with `name`, and give
// places in the longer text.
Value parse_json_part(Strand& s, JsonText json, std::string_view name);

}  // namespace aspen
