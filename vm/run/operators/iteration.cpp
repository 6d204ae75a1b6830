#include "vm/run/operators/iteration.h"

#include <string>

#include "vm/object/symbol.h"
#include "vm/run/operators/show.h"

namespace aspen {

// `range(3)`, as in Python.
static std::string_view waiting_hint(Value partial) {
  const Value function = as<Partial>(partial)->function;
  if (!is_kind(function, Kind::NativeFunction)) return kWaitsForMore;
  const std::string_view name = as<NativeFunction>(function)->descriptor->name;
  return name == "range" ? "a range is written `0..n`, without n; `range 0 n 2` takes a step"
                         : "this function waits for more arguments";
}

std::string_view iteration_hint(Value source) {
  if (is_kind(source, Kind::Partial)) return waiting_hint(source);
  if (type_name(source) == "Function") return "the collection comes last";
  // `f 0..n` means `(f 0)..n`.
  if (type_name(source) == "Int")
    return "a range has two ends: `0..n`; as an argument it needs parentheses: `f (0..n)`; several values "
           "are one "
           "list: `max [a, b]`";
  if (is_kind(source, Kind::Tuple)) return "`list` makes a list of a tuple's items";
  if (is_kind(source, Kind::Record)) return "`entries (dict r)` are a record's fields";
  return "lists, ranges, strings, bytes, dicts, channels, fibers and open files can be iterated over";
}

std::string_view option_hint(Value v) {
  const bool has_value = is_kind(v, Kind::LabelBox) && as<LabelBox>(v)->name() == sym::kSome;
  if (!has_value && v != Value::label(sym::kNone)) return "";
  return "an option gives its value to `match x { Some v -> …, None -> … }`, or to `if x is Some v { … }`";
}

Value bad_bound(Strand& s, Value bound) {
  // Often the result of `print`, as in `print 1..3`.
  const char* hint = bound.is_unit()                ? "as an argument, a range needs parentheses: `f (0..n)`"
                     : is_kind(bound, Kind::String) ? "texts are joined by `+`, as in `a + b`"
                                                    : "";
  return s.type_error("the bounds of a range are Ints, not " + shorten(s, bound), hint);
}

}  // namespace aspen
