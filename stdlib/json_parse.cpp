// Reading JSON with simdjson, straight into values: no tree between.
#include <simdjson.h>

#include <algorithm>

#include "stdlib/json.h"

namespace aspen {

namespace {

using namespace simdjson;

// Whether `text` is a number by the grammar of JSON.
bool is_json_number(std::string_view text) {
  size_t at = text.starts_with('-') ? 1 : 0;
  auto digits = [&] {
    size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - begin;
  };
  size_t first = at;
  size_t count = digits();
  if (count == 0 || (count > 1 && text[first] == '0')) return false;
  if (at < text.size() && text[at] == '.' && (++at, digits() == 0)) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

class Reader {
 public:
  explicit Reader(Strand& strand) : strand_(strand) {}

  // Undefined, with `error` set, if the text is not JSON.
  template <class Source>
  Value read(Source& from) {
    ondemand::json_type type;
    if ((error = from.type().get(type))) return Value::undefined();
    switch (type) {
      case ondemand::json_type::array: return read_array(from);
      case ondemand::json_type::object: return read_object(from);
      case ondemand::json_type::number: return read_number(from);
      case ondemand::json_type::string: return read_string(from);
      case ondemand::json_type::boolean: return read_bool(from);
      case ondemand::json_type::null: return read_null(from);
    }
    return Value::undefined();
  }

  error_code error = SUCCESS;

 private:
  // Whether another container may be opened: each takes native stack.
  bool descend() {
    if (++depth_ > kMostJsonDepth) error = DEPTH_ERROR;
    return !error;
  }

  template <class Source>
  Value read_array(Source& from) {
    ondemand::array array;
    if (!descend()) return Value::undefined();
    if ((error = from.get_array().get(array))) return Value::undefined();
    List* out = new_list(strand_.allocator());
    for (auto element : array) {
      ondemand::value item;
      if ((error = element.get(item))) return Value::undefined();
      Value v = read(item);
      if (v.is_undefined()) return v;
      push(strand_.allocator(), out, v);
    }
    --depth_;
    return Value::object(out);
  }

  template <class Source>
  Value read_object(Source& from) {
    ondemand::object object;
    if (!descend()) return Value::undefined();
    if ((error = from.get_object().get(object))) return Value::undefined();
    Dict* out = new_dict(strand_.allocator());
    for (auto field : object) {
      std::string_view name;
      if ((error = field.unescaped_key().get(name))) return Value::undefined();
      Value key = text_value(strand_, name);
      ondemand::value item;
      if ((error = field.value().get(item))) return Value::undefined();
      Value v = read(item);
      if (v.is_undefined()) return v;
      set(strand_.allocator(), context(strand_), out, key, v);
    }
    --depth_;
    return Value::object(out);
  }

  template <class Source>
  Value read_string(Source& from) {
    std::string_view text;
    if ((error = from.get_string().get(text))) return Value::undefined();
    return text_value(strand_, text);
  }

  template <class Source>
  Value read_bool(Source& from) {
    bool b;
    if ((error = from.get_bool().get(b))) return Value::undefined();
    return Value::boolean(b);
  }

  template <class Source>
  Value read_null(Source& from) {
    bool null = false;
    error = from.is_null().get(null);
    if (!error && !null) error = N_ATOM_ERROR;
    return error ? Value::undefined() : none();
  }

  // An integer of any size, or the nearest float.
  template <class Source>
  Value read_number(Source& from) {
    std::string_view text = token(from);
    while (!text.empty() &&
           (text.back() == ' ' || text.back() == '\n' || text.back() == '\t' || text.back() == '\r')) {
      text.remove_suffix(1);
    }
    if (!is_json_number(text)) {
      error = NUMBER_ERROR;
      return Value::undefined();
    }
    skip_number(from);
    if (text.find_first_of(".eE") != text.npos) return Value::number(*parse_float(text));
    if (text == "-0") return Value::number(-0.0);
    return *parse_int(strand_.allocator(), text);
  }

  static std::string_view token(ondemand::value& from) { return from.raw_json_token(); }
  static std::string_view token(ondemand::document& from) {
    std::string_view text;
    return from.raw_json_token().get(text) ? std::string_view() : text;
  }
  // Moves behind the number, which is_json_number has found good.
  template <class Source>
  static void skip_number(Source& from) {
    [[maybe_unused]] error_code too_large = from.get_double().error();
  }

  Strand& strand_;
  size_t depth_ = 0;
};

std::string line_and_column(std::string_view text, size_t at) {
  std::string_view before = text.substr(0, std::min(at, text.size()));
  size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Errors of the whole (a bracket missing at the end) are found at its beginning: no place is told then.
Value not_json(Strand& s, error_code error, ondemand::document* document, const padded_string& text) {
  std::string message = "json.parse: the text is not JSON";
  const char* at;
  bool placed = document && !document->current_location().get(at) && at != text.data();
  if (placed) {
    message += " at " + line_and_column({text.data(), text.size()}, static_cast<size_t>(at - text.data()));
  }
  if (error == CAPACITY || error == DEPTH_ERROR)
    message = "json.parse: the text is nested too deeply or too long";
  if (error == UTF8_ERROR) message = "json.parse: the text is not UTF-8";
  if (error == EMPTY) message = "json.parse: the text is empty";
  return s.value_error(message);
}

}  // namespace

Value parse_json(Strand& s, Octets octets) {
  padded_string text(octets.view);
  ondemand::parser parser;
  ondemand::document document;
  if (auto failed = parser.allocate(text.size(), kMostJsonDepth)) return not_json(s, failed, nullptr, text);
  if (auto failed = parser.iterate(text).get(document)) return not_json(s, failed, nullptr, text);
  Reader reader(s);
  Value v = reader.read(document);
  if (v.is_undefined()) return not_json(s, reader.error, &document, text);
  bool more = !document.current_location().error();
  if (more) return not_json(s, TRAILING_CONTENT, &document, text);
  return v;
}

}  // namespace aspen
