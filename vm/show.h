// The text of values. Any depth prints: nothing here recurses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vm/object.h"

namespace aspen {

class Machine;
class Strand;
class TextRoom;

// The type's name as type_of gives it: "Int", "String", "Native", or what a host calls its own. Ends in a
// NUL.
std::string_view type_name(Value v);

// Appends what `print` writes: a string as it is, everything else as append_show does. Both stop, and return
// false, as soon as the text has grown by more than `limit` bytes.
bool append_text(std::string& out, Machine& machine, Value v, size_t limit = SIZE_MAX);
// Appends what `show` gives: strings quoted and escaped, so that data reads back.
bool append_show(std::string& out, Machine& machine, Value v, size_t limit = SIZE_MAX);

// For text that is put together outside the heap: false, with MemoryLimit pending, if it is longer than a
// String or takes more than the whole heap may.
bool text_fits(Strand& strand, size_t bytes);
// append_text as far as the text fits, and `room`, which counts `out`, can be had; else false with
// MemoryLimit pending, or with the reason why the strand has to stop.
bool append_text(std::string& out, Strand& strand, Value v, TextRoom& room);

// The same as a String of the heap; a String's text is itself, and the caller shares it if the source lives
// on. MemoryLimit if the text is too long.
Value text_of(Strand& strand, Value v);
Value show_of(Strand& strand, Value v);

// `text`, UTF-8, quoted and escaped as a literal of the language.
void append_quoted(std::string& out, std::string_view text);
void append_quoted_bytes(std::string& out, std::string_view bytes);

// For error messages: the value as show writes it, on one line, cut to about `columns` code points with "…"
// at the end.
std::string shorten(Strand& strand, Value v, size_t columns = 60);

}  // namespace aspen
