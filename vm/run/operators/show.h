// The text of values, at any depth: nothing here recurses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vm/object/object.h"

namespace aspen {

class Machine;
class Strand;
class TextRoom;

// The type's name as type_of gives it: "Int", "String", "Native", or the name of a host's type. Ends in a
// NUL.
std::string_view type_name(Value v);
// "an Int".
std::string with_article(std::string_view type_name);

// Appends the text of `print`: a string unquoted, any other value as append_show does. Both stop and return
// false as soon as the text has grown by more than `limit` bytes.
bool append_text(std::string& out, Machine& machine, Value v, size_t limit = SIZE_MAX);
// Appends the text of `show`: strings are quoted and escaped, so that data can be read back.
bool append_show(std::string& out, Machine& machine, Value v, size_t limit = SIZE_MAX);

// For text that is built outside of the heap: false, with MemoryLimit pending, if it is longer than a String
// may be or larger than the whole heap.
bool text_fits(Strand& strand, size_t bytes);
// append_text if the text fits and `room`, which counts `out`, can grow; else false with MemoryLimit or the
// reason for stopping the strand pending.
bool append_text(std::string& out, Strand& strand, Value v, TextRoom& room);

// Likewise as a String of the heap. The text of a String is the String itself, which the caller has to share
// if it keeps the source. MemoryLimit if the text is too long.
Value text_of(Strand& strand, Value v);
Value show_of(Strand& strand, Value v);

// `text`, UTF-8, quoted and escaped as a literal of the language.
void append_quoted(std::string& out, std::string_view text);
void append_quoted_bytes(std::string& out, std::string_view bytes);

// For error messages: the text of `show` on one line, cut to about `columns` code points with "…" at the
// end.
std::string shorten(Strand& strand, Value v, size_t columns = 60);

}  // namespace aspen
