// Module json: writing JSON. Reading is in json_parse.cpp.
#include "stdlib/data/json.h"

#include <algorithm>
#include <cmath>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/values/float_text.h"

namespace aspen {

namespace {

void append_escaped(ScratchText& out, std::string_view text) {
  for (char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          constexpr const char* kDigits = "0123456789abcdef";
          out.append("\\u00").append(1, kDigits[c >> 4]).append(1, kDigits[c & 15]);
        } else {
          out += c;
        }
    }
  }
}

void append_json_string(ScratchText& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

// Whether all values are `()`. False for an empty dict, which is the same as an empty set.
bool is_set(const Dict& dict) {
  uint32_t i = next_entry(&dict, 0);
  if (i == kNoEntry) return false;
  while (i != kNoEntry && entry_at(&dict, i).value.is_unit()) i = next_entry(&dict, i + 1);
  return i == kNoEntry;
}

enum class Style : uint8_t {
  line,
  pretty,
  lenient,  // on one line; what JSON cannot hold becomes a string of its text in Aspen
};

class Writer {
 public:
  Writer(Strand& strand, Style style) : text(scratch_text(strand)), strand_(strand), style_(style) {}

  // False with an error pending, or if a future is missed.
  bool write(Value v);
  ScratchText text;

 private:
  bool write_object(Value v);
  bool write_string(std::string_view s);
  bool write_list(Value v);
  bool write_dict(const Dict& dict);
  bool write_record(const Record& record);
  bool write_key(Value key);
  bool write_float(double d);
  bool refuse(Value v);
  bool refuse_set(Value set);
  bool write_shown(Value v);

  void open(char bracket) {
    text += bracket;
    ++depth_;
    first_ = true;
  }
  void next() {
    if (!first_) text += ',';
    first_ = false;
    line();
  }
  void close(char bracket) {
    --depth_;
    if (!first_) line();
    first_ = false;
    text += bracket;
  }
  void line() {
    if (style_ == Style::pretty) text.append(1, '\n').append(2 * depth_, ' ');
  }

  Strand& strand_;
  const Style style_;
  size_t depth_ = 0;
  std::string digits_;  // of a number
  bool first_ = true;   // the innermost bracket is still empty
};

bool Writer::write_shown(Value v) {
  const Value shown = show_of(strand_, v);
  if (shown.is_exception()) return false;
  append_json_string(text, as<String>(shown)->view());
  return true;
}

bool Writer::refuse(Value v) {
  if (style_ == Style::lenient) return write_shown(v);
  strand_.type_error(std::string(strand_.native()->name) + ": JSON cannot hold " + shorten(strand_, v) +
                     ", a " + std::string(type_name(v)));
  return false;
}

bool Writer::write_float(double d) {
  if (!std::isfinite(d)) {
    if (style_ == Style::lenient) return write_shown(Value::number(d));
    return fail_with(
        strand_.value_error(std::string(strand_.native()->name) + ": JSON has no infinity and no nan"));
  }
  digits_.clear();
  append_float(digits_, d);
  text += digits_;
  return true;
}

bool Writer::write(Value v) {
  if (!strand_.touch(v)) return false;
  while (is_kind(v, Kind::LabelBox) && as<LabelBox>(v)->name() == sym::kSome) {
    v = as<LabelBox>(v)->payload;
    if (!strand_.touch(v)) return false;
  }
  if (v.is_double()) return write_float(v.as_double());
  if (is_int(v)) {
    digits_.clear();
    if (!append_int(strand_, digits_, v)) return fail_with(strand_.raise_stop());
    text += digits_;
  } else if (v.is_bool()) {
    text += v.is_true() ? "true" : "false";
  } else if (v.is_unit() || v == none()) {
    text += "null";
  } else {
    return v.is_object() ? write_object(v) : refuse(v);
  }
  return true;
}

bool Writer::write_object(Value v) {
  if (!text_fits(strand_, text.size())) return false;
  if (!strand_.work(kPieceWork)) return fail_with(strand_.raise_stop());
  if (depth_ > kMostJsonDepth)
    return fail_with(
        strand_.value_error(std::string(strand_.native()->name) + ": the value is nested too deeply"));
  if (is_kind(v, Kind::String)) return write_string(as<String>(v)->view());
  if (is_kind(v, Kind::Dict)) return is_set(*as<Dict>(v)) ? refuse_set(v) : write_dict(*as<Dict>(v));
  if (is_kind(v, Kind::Record)) return write_record(*as<Record>(v));
  if (is_kind(v, Kind::List) || is_kind(v, Kind::Tuple) || is_kind(v, Kind::Range)) return write_list(v);
  return refuse(v);
}

// In pieces, each of which is paid for.
bool Writer::write_string(std::string_view s) {
  constexpr size_t kPiece = size_t{1} << 14;
  constexpr uint64_t kWorkPerByte = 3;
  text += '"';
  for (; !s.empty(); s.remove_prefix(std::min(kPiece, s.size()))) {
    const std::string_view piece = s.substr(0, kPiece);
    if (!strand_.work(piece.size() * kWorkPerByte)) return fail_with(strand_.raise_stop());
    append_escaped(text, piece);
    if (!text_fits(strand_, text.size())) return false;
  }
  text += '"';
  return true;
}

bool Writer::write_list(Value v) {
  open('[');
  if (is_kind(v, Kind::Tuple)) {
    const Tuple* tuple = as<Tuple>(v);
    for (uint32_t i = 0; i < tuple->length; ++i) {
      next();
      if (!write(tuple->items()[i])) return false;
    }
  } else {
    Elements elements(strand_, v);
    for (Value element; elements.next(element);) {
      next();
      if (!write(element)) return false;
    }
  }
  close(']');
  return true;
}

bool Writer::write_key(Value key) {
  next();
  if (!strand_.work(kPieceWork)) return fail_with(strand_.raise_stop());
  if (is_kind(key, Kind::String)) {
    if (!write_string(as<String>(key)->view())) return false;
  } else if (is_int(key)) {
    digits_.clear();
    if (!append_int(strand_, digits_, key)) return fail_with(strand_.raise_stop());
    append_json_string(text, digits_);
  } else if (!refuse(key)) {
    return false;
  }
  text += style_ == Style::pretty ? ": " : ":";
  return true;
}

// An object would be read back as a dict of None. A list would make an empty set differ from others.
bool Writer::refuse_set(Value set) {
  if (style_ == Style::lenient) return write_shown(set);
  strand_.type_error(std::string(strand_.native()->name) + ": JSON has no sets, as " + shorten(strand_, set) +
                     " is one: `keys` gives the elements in a list");
  return false;
}

bool Writer::write_dict(const Dict& dict) {
  open('{');
  for (uint32_t i = next_entry(&dict, 0); i != kNoEntry; i = next_entry(&dict, i + 1)) {
    const DictEntry& entry = entry_at(&dict, i);
    if (!write_key(entry.key) || !write(entry.value)) return false;
  }
  close('}');
  return true;
}

bool Writer::write_record(const Record& record) {
  const Shape& shape = strand_.machine().shapes()[record.shape()];
  open('{');
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    next();
    append_json_string(text, strand_.machine().symbols().name(shape.fields[i]));
    text += style_ == Style::pretty ? ": " : ":";
    if (!write(record.slots()[i])) return false;
  }
  close('}');
  return true;
}

Value written(Strand& s, Value v, Style style) {
  Writer writer(s, style);
  return writer.write(v) ? checked_text(s, writer.text) : Value::exception();
}

Value pretty(Strand& s, Value v) { return written(s, v, Style::pretty); }

const NativeDescriptor kRows[] = {
    row<parse_json>(
        "json.parse", "s", kBorrows,
        R"(The value of a JSON text, a String or Bytes: objects become dicts, null becomes `None`. A byte order mark before it is dropped. ValueError for other text.
json.parse "[1, 2.5, null, \{\"a\": true}]" => [1, 2.5, None, ["a": true]])"),
    row<parse_json_with>(
        "json.parse_with", "options s", kBorrows,
        R"(Like json.parse, with a record of options. With `lossy: true`, U+FFFD replaces each escape such as `\ud83d` that is half of a surrogate pair without the other, and each byte that is not UTF-8; json.parse refuses such text. (Go's encoding/json and jq do this always.)
json.parse_with { lossy: true } "[\"\\ud83d!\"]" => ["�!"])"),
    row<show_json>(
        "json.show", "v", kBorrows,
        R"(The value as JSON, on one line. Dicts and records become objects, lists, tuples and ranges arrays, `None` and `()` null, `Some v` what v becomes. TypeError for everything else, also for sets, which are dicts of `()`: `json.show (keys s)` writes their elements.
json.show ["ok": true, "list": [1, 2]] => "\{\"ok\":true,\"list\":[1,2]}")"),
    row<pretty>("json.pretty", "v", kBorrows,
                R"(The value as JSON on several lines, one for each element or field, indented.
json.pretty [1] => "[\n  1\n]")"),
};

}  // namespace

Value show_json(Strand& s, Value v) { return written(s, v, Style::line); }

Value show_json_leniently(Strand& s, Value v) { return written(s, v, Style::lenient); }

NativeTable json_natives() { return kRows; }

}  // namespace aspen
