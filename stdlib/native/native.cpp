#include "stdlib/native/native.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stdlib/native/pieces.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// Word `index` of the running native's parameter list.
std::string_view parameter_name(Strand& s, unsigned index) {
  std::string_view names = s.native()->parameters;
  for (unsigned i = 0; i < index; ++i) names.remove_prefix(std::min(names.size(), names.find(' ') + 1));
  return names.substr(0, names.find(' '));
}

std::string about(Strand& s, unsigned index, std::string_view complaint) {
  return std::string(s.native()->name) + ": " + std::string(parameter_name(s, index)) + " " +
         std::string(complaint);
}

constexpr unsigned kMostParameters = 8;

}  // namespace

bool is_iterable(Value v) {
  return v.is_object() && kKindIsIterable[static_cast<size_t>(v.as_object()->kind)];
}

Value bad_argument(Strand& s, unsigned index, std::string_view complaint) {
  return s.value_error(about(s, index, complaint));
}

Value bad_option(Strand& s, std::string_view name, Value v, std::string_view fields) {
  return bad_argument(s, 0,
                      "cannot have `" + std::string(name) + ": " + shorten(s, v) + "`: its fields are " +
                          std::string(fields));
}

Value beyond_float(Strand& s, unsigned index) {
  return s.arithmetic_error(about(s, index, "is too large for a Float"));
}

Value wrong_type(Strand& s, unsigned index, Value v, std::string_view expected) {
  Value arguments[kMostParameters];
  arguments[index] = v;
  return s.argument_error(index, arguments, expected);
}

Value empty_error(Strand& s, unsigned index, Symbol kind) {
  return s.raise(kind, about(s, index, "is empty"));
}

void refuse(Strand& s, Value* args, unsigned i, bool& ok, std::string_view expected) {
  if (ok || s.wants_elements()) s.argument_error(i, args, expected);
  s.want_no_elements();
  ok = false;
}

void refuse_to_iterate(Strand& s, Value* args, unsigned i, bool& ok) {
  if (!comes_from_outside(args[i])) return refuse(s, args, i, ok, kIterable);
  if (ok || s.wants_elements()) s.want_elements(i);
  ok = false;
}

void* refused_object() {
  alignas(Value) static std::array<std::byte, 64> nothing;
  return nothing.data();
}

double Argument<double>::read_slow(Strand& s, Value* args, unsigned i, bool& ok) {
  if (!is_number(args[i])) {
    refuse(s, args, i, ok, "a number");
    return 0;
  }
  double value = to_double(args[i]);
  if (std::isfinite(value)) return value;
  if (ok) beyond_float(s, i);
  ok = false;
  return 0;
}

int64_t Argument<int64_t>::read_slow(Strand& s, Value* args, unsigned i, bool& ok) {
  int64_t value = 0;
  if (fits_int64(args[i], value)) return value;
  if (!is_int(args[i])) {
    refuse(s, args, i, ok, "an Int");
  } else if (ok) {
    bad_argument(s, i, "is too large");
    ok = false;
  }
  return 0;
}

Count Argument<Count>::read_slow(Strand& s, Value* args, unsigned i, bool& ok) {
  if (!is_int(args[i])) {
    refuse(s, args, i, ok, "an Int");
  } else if (!int_is_negative(args[i])) {
    return {UINT32_MAX};
  } else if (ok) {
    bad_argument(s, i, "must not be negative");
    ok = false;
  }
  return {0};
}

Value pair(Strand& s, Value first, Value second) {
  Tuple* tuple = s.allocator().make<Tuple>(2 * sizeof(Value), 2u);
  tuple->items()[0] = first;
  tuple->items()[1] = second;
  return Value::object(tuple);
}

Value record_value(Strand& s, std::initializer_list<Field> fields) {
  std::array<Symbol, 16> names;
  std::array<Value, 16> values;
  assert(fields.size() <= names.size());
  size_t count = 0;
  for (const Field& field : fields) {
    names[count] = s.machine().symbols().intern(field.name);
    values[count++] = field.value;
  }
  const Shape& shape = s.machine().shapes().intern({names.data(), count});
  return Value::object(new_record(s.allocator(), shape, values.data()));
}

Value character_value(Strand& s, uint32_t code) {
  if (code < 128) return s.machine().character(static_cast<uint8_t>(code));
  return Value::object(make_character(s.allocator(), code));
}

bool reserve_list(Strand& s, uint64_t count) {
  if (count <= kMostElements) return s.reserve(list_bytes(count));
  s.raise(sym::kMemoryLimit, "a list cannot have more than " + std::to_string(kMostElements) + " elements");
  return false;
}

bool reserve_text(Strand& s, uint64_t bytes) {
  if (bytes <= kMostTextBytes) return s.reserve(string_bytes(bytes));
  s.raise(sym::kMemoryLimit, "a string cannot have more than " + std::to_string(kMostTextBytes) + " bytes");
  return false;
}

Value checked_text(Strand& s, std::string_view text) {
  if (text.size() > kBytesPerPiece) return text_of_parts(s, {text});
  return reserve_text(s, text.size()) ? text_value(s, text) : Value::exception();
}

Value checked_bytes(Strand& s, std::string_view bytes) {
  return reserve_text(s, bytes.size()) ? bytes_value(s, bytes) : Value::exception();
}

Value foreign_text(Strand& s, std::string_view bytes) {
  constexpr uint32_t kReplacement = 0xfffd;
  ScratchText out = scratch_text(s);
  if (bytes.size() <= kBytesPerPiece && find_invalid_utf8(bytes) == kValidUtf8) return text_value(s, bytes);
  Pieces pieces(s, bytes, 2);
  for (std::string_view piece; pieces.next_characters(piece);) {
    for (size_t wrong; (wrong = find_invalid_utf8(piece)) != kValidUtf8; piece.remove_prefix(wrong + 1)) {
      out += piece.substr(0, wrong);
      append_character(out, kReplacement);
      if (!s.work(kPieceWork)) break;
    }
    out += piece;
    if (!text_fits(s, out.size())) return Value::exception();
  }
  return pieces.has_stopped() ? s.raise_stop() : checked_text(s, out);
}

}  // namespace aspen
