// Module csv, by RFC 4180: records in lines, fields between separators, quotes around what holds either.
#include <algorithm>
#include <optional>

#include "stdlib/native/elements.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Options {
  char separator = ',';
  char quote = '"';
  bool header = false;
};

class Reader {
 public:
  Reader(Strand& strand, std::string_view text, const Options& options)
      : strand_(strand), text_(text), options_(options) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  // Null with a ValueError pending.
  List* read() {
    List* rows = new_list(strand_.allocator());
    const List* header = nullptr;
    while (at_ < text_.size() && !is_blank_end(header) && strand_.work(kPieceWork)) {
      List* row = read_row(header);
      if (!row) return nullptr;
      if (options_.header && !header && !has_distinct_names(*(header = row))) return nullptr;
      push(strand_.allocator(), rows, Value::object(row));
    }
    return rows;
  }

 private:
  bool at_line_end() const {
    return at_ == text_.size() || text_[at_] == '\n' || text_.substr(at_).starts_with("\r\n");
  }

  // Whether only empty lines follow. In a table of one column, empty lines are rows with an empty field.
  bool is_blank_end(const List* header) const {
    return header && header->length > 1 && text_.find_first_not_of("\r\n", at_) == text_.npos;
  }

  // False with a ValueError pending if names are equal: a dict would keep only the last of their fields.
  bool has_distinct_names(const List& header) {
    Dict* names = new_dict(strand_.allocator(), header.length);
    for (uint32_t i = 0; i < header.length && strand_.work(kPieceWork); ++i) {
      if (find(context(strand_), names, header.items[i])) {
        refuse(1, "the header names the column " + shorten(strand_, header.items[i]) + " twice");
        return false;
      }
      set(strand_.allocator(), context(strand_), names, shared(header.items[i]), Value::unit());
    }
    return true;
  }

  // A row of the header's length, if there is a header; a shorter one if the strand has to stop.
  List* read_row(const List* header) {
    const size_t begin = line_;
    List* row = new_list(strand_.allocator());
    for (;;) {
      std::optional<Value> field =
          at_ < text_.size() && text_[at_] == options_.quote ? read_quoted() : read_plain();
      if (!field) return nullptr;
      push(strand_.allocator(), row, *field);
      if (at_line_end() || !strand_.work(kPieceWork)) break;
      ++at_;
    }
    if (header && row->length != header->length && at_line_end()) {
      refuse(begin, std::to_string(row->length) + (row->length == 1 ? " field" : " fields") +
                        " where the header has " + std::to_string(header->length));
      return nullptr;
    }
    if (at_ < text_.size()) at_ += text_[at_] == '\r' ? 2 : 1;
    ++line_;
    return row;
  }

  std::optional<Value> read_plain() {
    size_t begin = at_;
    while (!at_line_end() && text_[at_] != options_.separator) ++at_;
    strand_.work(at_ - begin);
    return text_value(strand_, text_.substr(begin, at_ - begin));
  }

  std::optional<Value> read_quoted() {
    std::string field;
    const size_t opened = line_;
    for (++at_;; ++at_) {
      if (at_ == text_.size()) return refuse(opened, "a quote is not closed");
      const bool is_quote = text_[at_] == options_.quote;
      if (is_quote && (++at_ == text_.size() || text_[at_] != options_.quote)) break;
      if (text_[at_] == '\n') ++line_;
      field += text_[at_];
    }
    strand_.work(field.size());
    if (!at_line_end() && text_[at_] != options_.separator)
      return refuse(line_, "text stands behind a closing quote");
    return text_value(strand_, field);
  }

  std::nullopt_t refuse(size_t line, const std::string& why) {
    strand_.value_error(std::string(strand_.native()->name) + ": line " + std::to_string(line) + ": " + why);
    return std::nullopt;
  }

  Strand& strand_;
  std::string_view text_;
  Options options_;
  size_t at_ = 0;
  size_t line_ = 1;
};

// Makes a dict of each row but the first, which holds the keys. A row is shorter only if the strand has to
// stop.
Value with_header(Strand& s, const List& rows) {
  List* out = new_list(s.allocator());
  for (uint32_t i = 1; i < rows.length && s.work(kPieceWork); ++i) {
    const List* names = as<List>(rows.items[0]);
    const List* fields = as<List>(rows.items[i]);
    const uint32_t width = std::min(names->length, fields->length);
    Dict* row = new_dict(s.allocator(), width);
    for (uint32_t j = 0; j < width && s.work(kPieceWork); ++j) {
      set(s.allocator(), context(s), row, shared(names->items[j]), fields->items[j]);
    }
    push(s.allocator(), out, Value::object(row));
  }
  return Value::object(out);
}

// False with an error pending.
bool read_character(Strand& s, Value v, char& out) {
  const std::string_view text = is_kind(v, Kind::String) ? as<String>(v)->view() : std::string_view();
  if (text.size() == 1 && text != "\n" && text != "\r") {
    out = text[0];
    return true;
  }
  return fail_with(
      bad_argument(s, 0, "needs one ASCII character, of no line's end, as separator and as quote"));
}

bool read_options(Strand& s, const Record& record, Options& out) {
  const Shape& shape = s.machine().shapes()[record.shape()];
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    std::string_view name = s.machine().symbols().name(shape.fields[i]);
    Value v = record.slots()[i];
    if (!s.touch(v)) return false;
    if (name == "separator" || name == "quote") {
      if (!read_character(s, v, name == "quote" ? out.quote : out.separator)) return false;
    } else if (name == "header" && v.is_bool()) {
      out.header = v.is_true();
    } else {
      return fail_with(bad_argument(s, 0, "has fields separator, quote and header only"));
    }
  }
  if (out.separator != out.quote) return true;
  return fail_with(bad_argument(s, 0, "has the same character as separator and as quote"));
}

Value parse_text(Strand& s, const String& text, const Options& options) {
  List* rows = Reader(s, text.view(), options).read();
  if (!rows) return Value::exception();
  return options.header ? with_header(s, *rows) : Value::object(rows);
}

Value parse(Strand& s, const String& text) { return parse_text(s, text, {}); }

Value parse_with(Strand& s, const Record& record, const String& text) {
  Options options;
  return read_options(s, record, options) ? parse_text(s, text, options) : Value::exception();
}

// ---- Writing

void append_field(ScratchText& out, std::string_view field, const Options& options, bool alone) {
  const char special[] = {options.separator, options.quote, '\n', '\r'};
  const bool would_be_dropped = out.empty() && field.starts_with(kByteOrderMark);
  bool plain = field.find_first_of(std::string_view(special, sizeof special)) == field.npos &&
               !(alone && field.empty()) && !would_be_dropped;
  if (plain) {
    out += field;
    return;
  }
  out += options.quote;
  for (char c : field) {
    if (c == options.quote) out += c;
    out += c;
  }
  out += options.quote;
}

// False with an error pending if the row cannot be iterated or the text would be too long.
bool append_row(Strand& s, ScratchText& out, Value row, const Options& options) {
  if (is_kind(row, Kind::Tuple)) {
    Tuple* tuple = as<Tuple>(row);
    for (uint32_t i = 0; i < tuple->length; ++i) share(tuple->items()[i]);
    row = Value::object(new_list(s.allocator(), tuple->items(), tuple->length));
  }
  if (!is_iterable(row)) return fail_with(wrong_type(s, s.native()->arity - 1u, row, "a list of lists"));
  bool alone = length_hint(s, row) == 1, begun = false;
  Elements fields(s, row);
  for (Value v; fields.next(v); begun = true) {
    if (begun) out += options.separator;
    std::string text;
    TextRoom room(s);
    if (!s.touch(v) || (v != none() && !append_text(text, s, v, room))) return false;
    append_field(out, text, options, alone);
    if (!text_fits(s, out.size())) return false;
  }
  out += '\n';
  return true;
}

bool other_keys(Strand& s, Value row) {
  return fail_with(s.value_error(std::string(s.native()->name) + ": " + shorten(s, row) +
                                 " has other keys than the first row, which makes the header"));
}

List* keys_of(Strand& s, const Dict& row) {
  List* keys = new_list(s.allocator());
  for (uint32_t i = next_entry(&row, 0); i != kNoEntry && s.work(kPieceWork); i = next_entry(&row, i + 1))
    push(s.allocator(), keys, shared(entry_at(&row, i).key));
  return keys;
}

// Replaces a dict by the list of its fields in the order of the header. False with an error pending.
bool order_fields(Strand& s, Value& row, const List& header) {
  if (!is_kind(row, Kind::Dict) || row.as_object()->length != header.length) return other_keys(s, row);
  List* fields = new_list(s.allocator());
  for (uint32_t i = 0; i < header.length && s.work(kPieceWork); ++i) {
    const DictEntry* entry = find(context(s), as<Dict>(row), header.items[i]);
    if (!entry) return other_keys(s, row);
    push(s.allocator(), fields, shared(entry->value));
  }
  row = Value::object(fields);
  return true;
}

Value show_rows(Strand& s, Iterable rows, const Options& options) {
  ScratchText out = scratch_text(s);
  const List* header = nullptr;
  bool is_first = true;
  Elements elements(s, rows);
  for (Value row; elements.next(row); is_first = false) {
    if (is_first && is_kind(row, Kind::Dict)) {
      header = keys_of(s, *as<Dict>(row));
      if (!append_row(s, out, Value::object(header), options)) return Value::exception();
    }
    if (header && !order_fields(s, row, *header)) return Value::exception();
    if (!append_row(s, out, row, options)) return Value::exception();
  }
  return checked_text(s, out);
}

Value show(Strand& s, Iterable rows) { return show_rows(s, rows, {}); }

Value show_with(Strand& s, const Record& record, Iterable rows) {
  Options options;
  return read_options(s, record, options) ? show_rows(s, rows, options) : Value::exception();
}

const NativeDescriptor kRows[] = {
    row<parse>(
        "csv.parse", "s", kBorrows,
        R"(The rows of a table, each a list of strings. A byte order mark before them is dropped. ValueError for a quote that is not closed.
csv.parse "a,b\n1,\"x, y\"\n" => [["a", "b"], ["1", "x, y"]])"),
    row<parse_with>(
        "csv.parse_with", "opts s", kBorrows,
        R"(Like csv.parse, with a record of options: `separator`, `quote` and `header`. With `header: true` rows are dicts with the fields of the first row as keys, and empty lines at the end of a table with several columns are skipped. ValueError with the line for a name that occurs twice, and for a row with more or fewer fields than the first row. Any other empty line is one empty field.
csv.parse_with { separator: ";", header: true } "a;b\n1;2\n" => [["a": "1", "b": "2"]])"),
    row<show>(
        "csv.show", "rows", kBorrows,
        R"(The text of a table. Rows are lists or tuples of any values, or dicts with equal keys, which are written first. ValueError for a dict with other keys. Fields are quoted where necessary. None, such as a NULL of sqlite, is written as an empty field, and reads back as "".
csv.show [["a", 1], ["x, y", 2]] => "a,1\n\"x, y\",2\n"
csv.show [["id": 1], ["id": 2]] => "id\n1\n2\n")"),
    row<show_with>("csv.show_with", "opts rows", kBorrows,
                   R"(Like csv.show, with a record of options: `separator` and `quote`.
csv.show_with { separator: ";" } [["a", 1]] => "a;1\n")"),
};

}  // namespace

NativeTable csv_natives() { return kRows; }

}  // namespace aspen
