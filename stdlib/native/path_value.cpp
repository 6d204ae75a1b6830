#include "stdlib/native/path_value.h"

#include "stdlib/native/pieces.h"
#include "stdlib/native/valid_text.h"
#include "vm/object/utf8.h"

namespace aspen {

// Whether all parts are UTF-8. False also if the strand has to stop.
static bool are_text(Strand& s, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    Pieces pieces(s, part, 1);
    for (std::string_view piece; pieces.next_characters(piece);) {
      if (!valid_utf8(piece)) return false;
    }
    if (pieces.has_stopped()) return false;
  }
  return true;
}

Value path_of_parts(Strand& s, std::initializer_list<std::string_view> parts) {
  if (are_text(s, parts)) return text_of_parts(s, parts);
  ScratchText out = scratch_text(s);
  for (const std::string_view part : parts) {
    if (!append_paid(s, out, part)) return s.raise_stop();
  }
  return checked_bytes(s, out);
}

Value path_value(Strand& s, std::string_view path) { return path_of_parts(s, {path}); }

Value paths_value(Strand& s, const std::vector<std::string>& paths) {
  List* out = new_list(s.allocator());
  for (const std::string& path : paths) {
    const Value value =
        s.reserve(growth_bytes(out, ListEnd::back, 1)) ? path_value(s, path) : Value::exception();
    if (value.is_exception()) return value;
    push(s.allocator(), out, value);
  }
  return Value::object(out);
}

std::string shown_path(std::string_view path) { return replace_invalid(path); }

Value path_error(Strand& s, int error_number, std::string_view path) {
  return s.io_error(error_number, shown_path(path));
}

}  // namespace aspen
