// Conversions: the functions that run when the module of a type is called.
#include <cmath>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/record_dict.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/values/float_text.h"

namespace aspen {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

Value unreadable(Strand& s, Value text, const char* what) {
  return s.value_error(std::string(s.native()->name) + ": " + shorten(s, text) + " is not " + what);
}

Value to_int(Strand& s, Value v) {
  if (is_int(v)) return v;
  if (v.is_double() && !std::isfinite(v.as_double()))
    return s.value_error("int: " + shorten(s, v) + " is no Int");
  if (v.is_double()) return trunc(s, v);
  if (!is_kind(v, Kind::String)) return wrong_type(s, 0, v, "a number or a String");
  std::string_view digits = without_blanks(as<String>(v)->view());
  auto parsed = parse_int(s, digits);
  return parsed ? *parsed : unreadable(s, v, "an integer");
}

// The text of a Float may have at most so many characters: it is read in one step, which cannot be stopped.
constexpr size_t kMostFloatDigits = size_t{1} << 20;
constexpr uint64_t kWorkPerFloatDigit = 4;

Value to_float(Strand& s, Value v) {
  if (v.is_double()) return v;
  if (is_int(v)) {
    double nearest = to_double(v);
    return std::isinf(nearest) ? beyond_float(s, 0) : Value::number(nearest);
  }
  if (!is_kind(v, Kind::String)) return wrong_type(s, 0, v, "a number or a String");
  const std::string_view text = without_blanks(as<String>(v)->view());
  if (!s.work(std::min(text.size(), kMostFloatDigits) * kWorkPerFloatDigit)) return s.raise_stop();
  const auto parsed = text.size() <= kMostFloatDigits ? parse_float(text) : std::nullopt;
  if (!parsed) return unreadable(s, v, "a number");
  const bool is_too_large = std::isinf(*parsed) && !text.ends_with("inf");
  return is_too_large ? s.value_error("float: " + shorten(s, v) + " is too large for a Float")
                      : Value::number(*parsed);
}

Value to_string(Strand& s, Value v) { return text_of(s, v); }

Value to_list(Strand& s, MaybeIterable xs) {
  if (is_kind(xs, Kind::List)) return xs;
  if (is_kind(xs, Kind::Tuple)) {
    const Tuple* tuple = as<Tuple>(xs);
    for (uint32_t i = 0; i < tuple->length; ++i) share(tuple->items()[i]);
    return Value::object(new_list(s.allocator(), tuple->items(), tuple->length));
  }
  if (comes_from_outside(xs)) return s.want_elements(0);
  if (!is_iterable(xs)) return wrong_type(s, 0, xs, std::string(kIterable) + ", or a Tuple");
  List* list = list_of(s, xs);
  return list ? Value::object(list) : Value::exception();
}

// The two parts of a pair: a tuple or a list of two.
const Value* pair_parts(Value v) {
  if (is_kind(v, Kind::Tuple) && v.as_object()->length == 2) return as<Tuple>(v)->items();
  if (is_kind(v, Kind::List) && v.as_object()->length == 2) return as<List>(v)->items;
  return nullptr;
}

}  // namespace

Value record_to_dict(Strand& s, const Record& record) {
  const Shape& shape = s.machine().shapes()[record.shape()];
  Dict* dict = new_dict(s.allocator(), static_cast<uint32_t>(shape.fields.size()));
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    Value key = text_value(s, s.machine().symbols().name(shape.fields[i]));
    set(s.allocator(), context(s), dict, key, shared(record.slots()[i]));
  }
  return Value::object(dict);
}

namespace {

Value to_dict(Strand& s, MaybeIterable pairs) {
  if (is_kind(pairs, Kind::Dict)) return pairs;
  if (is_kind(pairs, Kind::Record)) return record_to_dict(s, *as<Record>(pairs));
  if (comes_from_outside(pairs)) return s.want_elements(0);
  if (!is_iterable(pairs)) return wrong_type(s, 0, pairs, std::string(kIterable) + ", or a Record");
  Dict* dict = new_dict(s.allocator());
  Elements elements(s, pairs);
  for (Value v; elements.next(v) && s.work(kEntryWork);) {
    const Value* parts = pair_parts(v);
    if (!parts)
      return s.type_error(std::string(s.native()->name) + ": " + shorten(s, v) +
                          " is not a pair (key, value)");
    set(s.allocator(), context(s), dict, shared(parts[0]), shared(parts[1]));
  }
  return Value::object(dict);
}

Value to_bytes(Strand& s, MaybeIterable v) {
  if (is_kind(v, Kind::Bytes)) return v;
  if (is_kind(v, Kind::String)) return bytes_value(s, as<String>(v)->view());
  if (comes_from_outside(v)) return s.want_elements(0);
  if (!is_iterable(v)) return wrong_type(s, 0, v, "a String, or integers from 0 to 255");
  std::string bytes;
  Elements elements(s, v);
  for (Value byte; elements.next(byte);) {
    if (!is_int(byte)) return wrong_type(s, 0, byte, "integers");
    if (!byte.is_small_int() || byte.as_small_int() < 0 || byte.as_small_int() > 255) {
      return s.value_error("bytes: " + shorten(s, byte) + " is not from 0 to 255");
    }
    bytes += static_cast<char>(byte.as_small_int());
  }
  return bytes_value(s, bytes);
}

Value to_set(Strand& s, Iterable xs) {
  Dict* set_of = new_dict(s.allocator());
  Elements elements(s, xs);
  for (Value v; elements.next(v) && s.work(kEntryWork);) {
    DictEntry& entry = find_or_add(s.allocator(), context(s), set_of, shared(v));
    entry.value = Value::unit();
  }
  return Value::object(set_of);
}

const NativeDescriptor kRows[] = {
    row<to_int>(
        "int", "v", kBorrows,
        R"(The integer in a string of decimal digits, or the integral part of a number. ValueError if there is none.
int "-42" => -42
int 3.9 => 3)"),
    row<to_float>(
        "float", "v", kBorrows,
        R"(The Float for the number in a string of up to a million characters, or the Float nearest to an Int. The digits before or after the point may be missing. ValueError for other text, ArithmeticError for an Int beyond the largest Float.
float "1.5" => 1.5
float ".5" => 0.5
float 2 => 2.0)"),
    row<to_string>("string.from", "v", keeps(0), R"(The text of v, as print writes it.
string [1, "a"] => "[1, \"a\"]"
string "a" => "a")"),
    row<to_list>("list.from", "xs", keeps(0), R"(The elements as a list; a tuple's items, too.
list (0..3) => [0, 1, 2]
list "ab" => ["a", "b"]
list ["k": 1] => [("k", 1)])"),
    row<to_dict>(
        "dict.from", "pairs", keeps(0),
        R"(A dict of pairs (key, value); the last one wins where keys are equal. A record becomes a dict of its fields.
dict [("a", 1), ("b", 2)] => ["a": 1, "b": 2]
dict { x: 1, y: 2 } => ["x": 1, "y": 2])"),
    row<to_bytes>(
        "bytes.from", "v", keeps(0),
        R"(A string's UTF-8, or bytes from integers. ValueError for integers that are not from 0 to 255.
bytes "é" => b"\xc3\xa9"
bytes [1, 255] => b"\x01\xff")"),
    row<to_set>("set.from", "xs", kBorrows,
                R"(The set of the elements: a dict with the elements as keys and `()` as each value.
set [1, 2, 1] => [1: (), 2: ()]
len (set "hello") => 4)"),
};

}  // namespace

NativeTable convert_natives() { return kRows; }

}  // namespace aspen
