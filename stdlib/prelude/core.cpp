// Output, input, and the functions of the runtime that every program uses.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/system/standard_input.h"
#include "vm/object/utf8.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

Value emit(Strand& s, Output& out, Value v, const char* end) {
  std::string text;
  TextRoom room(s);
  // At once, and not as twice as much when the end is added.
  const bool is_text = is_kind(v, Kind::String);
  if (is_text && !room.make(text, as<String>(v)->length + std::strlen(end))) return Value::exception();
  if (!append_text(text, s, v, room)) return Value::exception();
  text += end;
  out.write(text);
  return Value::unit();
}

Value print(Strand& s, Value v) { return emit(s, s.machine().out(), v, "\n"); }
Value write(Strand& s, Value v) {
  if (!is_kind(v, Kind::Bytes)) return emit(s, s.machine().out(), v, "");
  const std::string_view bytes = as<Bytes>(v)->view();
  if (!s.work(bytes.size() / kBytesCopiedPerWork)) return s.raise_stop();
  s.machine().out().write(bytes);
  return Value::unit();
}
Value eprint(Strand& s, Value v) {
  s.machine().out().flush();
  return emit(s, s.machine().err(), v, "\n");
}

Value show(Strand& s, Value v) { return show_of(s, v); }

Value length(Strand& s, Value xs) {
  if (is_kind(xs, Kind::List) || is_kind(xs, Kind::Tuple)) return Value::small_int(xs.as_object()->length);
  if (is_iterable(xs)) return length_value(s, xs);
  return wrong_type(s, 0, xs, "a List, String, Dict, Range, Bytes or Tuple");
}

Value is_empty(Strand& s, Value xs) {
  Value n = length(s, xs);
  return n.is_exception() ? n : Value::boolean(n == Value::small_int(0));
}

Value type_of(Strand& s, Value v) { return Value::label(s.machine().symbols().intern(type_name(v))); }

Value identity(Strand&, Value v) { return v; }

Value error(Strand& s, Value v) { return s.raise(v); }

Value assert_true(Strand& s, bool condition) {
  return condition ? Value::unit() : s.raise(sym::kAssertionError, "assertion failed");
}

Value exit_program(Strand& s, int64_t code) {
  if (code < 0 || code > 255) return bad_argument(s, 0, "must be from 0 to 255");
  return s.raise_exit(static_cast<int>(code));
}

Value read_line(Strand& s, UnitArgument) {
  return take_from(
      s, standard_input(), kLine, [&](InputBuffer::Found found, const std::string& line, int error) {
        if (found == InputBuffer::Found::error) return s.io_error(error, "standard input");
        return found == InputBuffer::Found::end ? none() : some_text(s, line_text(s, line, "read_line"));
      });
}

Value read_portion(Strand& s, const Portion& wanted) {
  return take_from(s, standard_input(), wanted,
                   [&](InputBuffer::Found found, const std::string& bytes, int error) {
                     if (found == InputBuffer::Found::error) return s.io_error(error, "standard input");
                     if (!reserve_text(s, bytes.size())) return Value::exception();
                     return bytes_value(s, found == InputBuffer::Found::end ? std::string_view() : bytes);
                   });
}

constexpr Portion kEverything{false, Portion::kAll};

Value read_all_bytes(Strand& s, UnitArgument) { return read_portion(s, kEverything); }

Value read_some(Strand& s, Count n) {
  if (n == 0) return bad_argument(s, 0, "must be above 0");
  return reserve_text(s, n) ? read_portion(s, {false, n, true}) : Value::exception();
}

Value read_all(Strand& s, UnitArgument) {
  return take_from(s, standard_input(), kEverything,
                   [&](InputBuffer::Found found, const std::string& text, int error) {
                     if (found == InputBuffer::Found::error) return s.io_error(error, "standard input");
                     if (found == InputBuffer::Found::end) return text_value(s, {});
                     if (!valid_utf8(text)) return s.value_error("read_all: the input is not UTF-8 text");
                     return checked_text(s, text);
                   });
}

const NativeDescriptor kRows[] = {
    row<print>("print", "v", kBorrows,
               R"(Writes the text of v and a newline to standard output. A string is written as it is.)",
               Effect::output),
    row<print>("println", "v", kBorrows, "The same as print.", Effect::output),
    row<write>("write", "v", kBorrows,
               "Writes the text of v to standard output, without a newline. Bytes are written as they are: "
               "`write b\"\\xff\"` writes one byte, in order with what is printed.",
               Effect::output),
    row<eprint>("eprint", "v", kBorrows, "Writes the text of v and a newline to standard error.",
                Effect::output),
    row<show>("show", "v", kBorrows,
              R"(The text of v in which strings are quoted and escaped, so that it reads back.
show "a\n" => "\"a\\n\""
show [1.0, "x"] => "[1.0, \"x\"]")"),
    row<length>("len", "xs", kBorrows,
                R"(The number of elements: characters of a string, entries of a dict, bytes of Bytes.
len "añb" => 3
len (0..10) => 10
len ["k": 1] => 1)"),
    row<is_empty>("empty?", "xs", kBorrows, R"(Whether there is no element.
empty? [] => true
empty? "a" => false)"),
    row<type_of>("type_of", "v", kBorrows, R"(The type of v, as a label.
type_of 5 => Int
type_of [] => List
type_of (Some 1) => Label)"),
    row<identity>("identity", "v", keeps(0), R"(v itself.
identity 5 => 5)"),
    row<error>("error", "v", keeps(0), R"(Raises v, which may be any value; `try` catches it.
try error "no" => Err "no")"),
    row<assert_true>("assert", "condition", kBorrows,
                     R"(Raises an AssertionError unless the condition is true.
assert (1 < 2) => ())"),
    row<exit_program>("exit", "code", kBorrows,
                      "Ends the program with this exit code, from 0 to 255. Nothing catches it.",
                      Effect::write),
    takes_away(row<read_line>(
        "read_line", "()", kBorrows,
        "The next line of standard input, without its end, as `Some text`; `None` at the end of the input. "
        "Other tasks run while it waits. If the task is cancelled, what has come of the line stays for the "
        "next call.",
        Effect::write)),
    takes_away(row<read_all>("read_all", "()", kBorrows,
                             "The rest of standard input, as one string. Waits as read_line does.",
                             Effect::write)),
    takes_away(row<read_all_bytes>("read_all_bytes", "()", kBorrows,
                                   "The rest of standard input, as Bytes. Waits as read_line does.",
                                   Effect::write)),
    takes_away(row<read_some>("read_some", "n", kBorrows,
                              "The bytes of standard input that have arrived, at most n; none at the end. "
                              "Waits only while there is nothing, as `fs.read_some` does of a file.",
                              Effect::write)),
};

}  // namespace

NativeTable core_natives() { return kRows; }

}  // namespace aspen
