// Module csv: reads and writes tables, whole or row by row. csv.asp makes fibers of the latter.
#include "stdlib/data/csv.h"

#include <algorithm>
#include <mutex>

#include "stdlib/data/csv_splitter.h"
#include "stdlib/data/fed_stream.h"
#include "stdlib/data/json.h"
#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "stdlib/native/record_dict.h"
#include "vm/heap/heap.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// Whether only empty lines follow. In a table of one column, empty lines are rows with an empty field.
bool is_blank_end(const CsvReader& reader, const List* header) {
  return header && header->length > 1 && reader.rest().find_first_not_of("\r\n") == std::string_view::npos;
}

// Null with a ValueError pending.
List* read_rows(Strand& s, CsvReader& reader, const CsvOptions& options) {
  List* rows = new_list(s.allocator());
  const List* header = nullptr;
  reader.skip_mark();
  while (!reader.at_end() && !is_blank_end(reader, header) && s.work(kPieceWork)) {
    List* row = reader.read_row(header ? header->length : 0);
    if (!row) return nullptr;
    if (options.has_header && !header && !reader.has_distinct_names(*(header = row))) return nullptr;
    push(s.allocator(), rows, Value::object(row));
  }
  return rows;
}

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

bool read_options(Strand& s, const Record& record, CsvOptions& out) {
  const bool is_read = for_each_field(s, record, [&](std::string_view name, Value v) {
    const std::optional<bool> is_known = read_csv_option(s, name, v, out);
    if (!is_known || *is_known) return is_known.has_value();
    return fail_with(bad_option(s, name, v, "separator, quote and header"));
  });
  return is_read && check_csv_options(s, out);
}

Value parse_text(Strand& s, const String& text, CsvOptions options) {
  options.is_utf8 = true;
  CsvReader reader(s, text.view(), options, s.native()->name);
  List* rows = read_rows(s, reader, options);
  if (!rows) return Value::exception();
  return options.has_header ? with_header(s, *rows) : Value::object(rows);
}

Value parse(Strand& s, const String& text) { return parse_text(s, text, {}); }

Value parse_with(Strand& s, const Record& record, const String& text) {
  CsvOptions options;
  return read_options(s, record, options) ? parse_text(s, text, options) : Value::exception();
}

// ---- Writing

Value refuse_field(Strand& s, std::string_view why) {
  return s.value_error(std::string(s.native()->name) + ": " + std::string(why));
}

constexpr uint64_t kWorkPerByte = 4;

// False with an error pending.
bool append_field(Strand& s, ScratchText& out, std::string_view field, const CsvOptions& options,
                  bool alone) {
  const char special[] = {options.separator, '\n', '\r', options.quote.value_or('\n')};
  const bool would_be_dropped = out.empty() && field.starts_with(kCsvByteOrderMark);
  bool is_plain = !(alone && field.empty()) && !would_be_dropped;
  Pieces looked_at(s, field, kWorkPerByte);
  for (std::string_view piece; is_plain && looked_at.next(piece);)
    is_plain = piece.find_first_of(std::string_view(special, sizeof special)) == piece.npos;
  if (looked_at.has_stopped()) return fail_with(s.raise_stop());
  if (is_plain) return append_paid(s, out, field) || fail_with(s.raise_stop());
  if (!options.quote) {
    if (field.empty() || would_be_dropped) return (out += field, true);
    return fail_with(refuse_field(s, "a field has a separator or a line's end, and there are no quotes"));
  }
  out += *options.quote;
  Pieces written(s, field, kWorkPerByte);
  for (std::string_view piece; written.next(piece);) {
    for (char c : piece) {
      if (c == options.quote) out += c;
      out += c;
    }
  }
  out += *options.quote;
  return !written.has_stopped() || fail_with(s.raise_stop());
}

bool is_some(Value v) { return is_kind(v, Kind::LabelBox) && as<LabelBox>(v)->name() == sym::kSome; }

// Appends the text of a field; none for None and (). False with an error pending.
bool append_value(Strand& s, std::string& out, Value v) {
  while (is_some(v)) {
    v = as<LabelBox>(v)->payload;
    if (!s.touch(v)) return false;
  }
  if (v == none() || v.is_unit()) return true;
  TextRoom room(s);
  if (v.is_bare_label() || v.is_bool() || is_number(v) || is_kind(v, Kind::String))
    return append_text(out, s, v, room);
  return fail_with(
      wrong_type(s, s.native()->arity - 1u, v,
                 "made of text, numbers, Bools and None (`string v` and `json.show v` make text)"));
}

// False with an error pending if the row cannot be iterated or the text would be too long.
bool append_row(Strand& s, ScratchText& out, Value row, const CsvOptions& options) {
  if (is_kind(row, Kind::Tuple)) {
    Tuple* tuple = as<Tuple>(row);
    for (uint32_t i = 0; i < tuple->length; ++i) share(tuple->items()[i]);
    row = Value::object(new_list(s.allocator(), tuple->items(), tuple->length));
  }
  if (!is_iterable(row) || is_kind(row, Kind::String) || is_kind(row, Kind::Bytes))
    return fail_with(wrong_type(s, s.native()->arity - 1u, row, "a list of lists, tuples, dicts or records"));
  bool alone = length_hint(s, row) == 1, begun = false;
  Elements fields(s, row);
  for (Value v; fields.next(v); begun = true) {
    if (begun) out += options.separator;
    std::string text;
    if (!s.touch(v) || !append_value(s, text, v) || !append_field(s, out, text, options, alone)) return false;
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

Value as_dict(Strand& s, Value row) {
  return is_kind(row, Kind::Record) ? record_to_dict(s, *as<Record>(row)) : row;
}

// Replaces a dict or record by the list of its fields in the order of the header. False with an error
// pending.
bool order_fields(Strand& s, Value& row, const List& header) {
  const Value dict = as_dict(s, row);
  if (!is_kind(dict, Kind::Dict) || dict.as_object()->length != header.length) return other_keys(s, row);
  List* fields = new_list(s.allocator());
  for (uint32_t i = 0; i < header.length && s.work(kPieceWork); ++i) {
    const DictEntry* entry = find(context(s), as<Dict>(dict), header.items[i]);
    if (!entry) return other_keys(s, row);
    push(s.allocator(), fields, shared(entry->value));
  }
  row = Value::object(fields);
  return true;
}

// The names of the columns, if the first row has names; or null.
List* header_of(Strand& s, Value first) {
  const Value dict = as_dict(s, first);
  return is_kind(dict, Kind::Dict) ? keys_of(s, *as<Dict>(dict)) : nullptr;
}

// False with an error pending.
bool append_ordered(Strand& s, ScratchText& out, Value row, const List* header, const CsvOptions& options) {
  return (!header || order_fields(s, row, *header)) && append_row(s, out, row, options);
}

Value show_rows(Strand& s, Iterable rows, const CsvOptions& options) {
  ScratchText out = scratch_text(s);
  List* header = nullptr;
  bool is_first = true;
  Elements elements(s, rows);
  for (Value row; elements.next(row); is_first = false) {
    if (is_first) header = header_of(s, row);
    if (is_first && header && !append_row(s, out, Value::object(header), options)) return Value::exception();
    if (!append_ordered(s, out, row, header, options)) return Value::exception();
  }
  return checked_text(s, out);
}

Value show(Strand& s, Iterable rows) { return show_rows(s, rows, {}); }

Value show_with(Strand& s, const Record& record, Iterable rows) {
  CsvOptions options;
  return read_options(s, record, options) ? show_rows(s, rows, options) : Value::exception();
}

Value header(Strand& s, Value row) {
  List* names = header_of(s, row);
  return Value::object(names ? names : new_list(s.allocator()));
}

Value line(Strand& s, const Record& record, const List& names, Value row) {
  CsvOptions options;
  if (!read_options(s, record, options)) return Value::exception();
  ScratchText out = scratch_text(s);
  const bool is_done = append_ordered(s, out, row, names.length > 0 ? &names : nullptr, options);
  return is_done ? checked_text(s, out) : Value::exception();
}

// ---- Streams

constexpr const char* kStreamCaller = "csv.rows";

struct StreamOptions {
  CsvOptions csv;
  size_t max_size = SIZE_MAX;  // bytes of a row
};

struct CsvStream {
  CsvStream(const StreamOptions& given, std::shared_ptr<MemoryAccount> account)
      : options(given.csv),
        splitter(given.csv.separator, given.csv.quote, given.max_size),
        charge(std::move(account)) {}

  // Held while a row is made, which may have to wait for a collection. A task that comes meanwhile gets an
  // error and does not wait.
  std::mutex lock;
  const CsvOptions options;
  CsvSplitter splitter;
  Charge charge;           // for the splitter's buffer
  size_t line = 1;         // of the next row
  size_t width = 0;        // of the header; 0 before it, and without one
  size_t first_blank = 0;  // the line of the first of the empty lines before the next row; 0: there is none
};

const NativeType kStreamType = counted_type<CsvStream>("csv reader");

}  // namespace

template <>
struct Argument<CsvStream*> {
  static CsvStream* read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_argument<CsvStream>(s, args, i, ok, kStreamType, "a reader, from csv.begin");
  }
};

namespace {

std::optional<bool> read_stream_option(Strand& s, std::string_view name, Value v, StreamOptions& out) {
  if (name == "max_size" && v.is_small_int() && v.as_small_int() > 0) {
    out.max_size = static_cast<size_t>(v.as_small_int());
    return true;
  }
  return read_lossy(name, v, out.csv.is_lossy) ? std::optional(true) : read_csv_option(s, name, v, out.csv);
}

bool read_options(Strand& s, const Record& record, StreamOptions& out) {
  const bool is_read = for_each_field(s, record, [&](std::string_view name, Value v) {
    const std::optional<bool> is_known = read_stream_option(s, name, v, out);
    if (!is_known || *is_known) return is_known.has_value();
    return fail_with(bad_option(
        s, name, v, "separator, quote, header and lossy (true or false) and max_size (bytes above 0)"));
  });
  return is_read && check_csv_options(s, out.csv);
}

Value begin(Strand& s, const Record& record) {
  StreamOptions options;
  if (!read_options(s, record, options)) return Value::exception();
  return state_value(s, kStreamType, std::make_unique<CsvStream>(options, s.machine().heap().memory()));
}

using Found = CsvSplitter::Found;

// Drops an empty line, which may belong to the end of the table.
void skip_blank(CsvStream& stream) {
  if (stream.first_blank == 0) stream.first_blank = stream.line;
  ++stream.line;
  stream.splitter.take();
}

// Takes the row that was found, unless the strand has to stop: then it is read again.
Value read_row(Strand& s, CsvStream& stream) {
  const CsvOptions& options = stream.options;
  CsvReader reader(s, stream.splitter.row(), options, kStreamCaller, stream.line);
  if (stream.first_blank != 0) {
    reader.refuse(stream.first_blank, "the line is empty");
    return Value::exception();
  }
  List* row = reader.read_row(stream.width);
  const bool is_header = options.has_header && stream.width == 0;
  if (!row || (is_header && !reader.has_distinct_names(*row))) return Value::exception();
  if (s.has_to_stop()) return s.raise_stop();
  if (is_header) stream.width = row->length;
  stream.line = reader.line();
  stream.splitter.take();
  return some(s, Value::object(row));
}

Value mistake(Strand& s, const CsvStream& stream, const std::string& what) {
  CsvReader(s, {}, stream.options, kStreamCaller).refuse(stream.line, what);
  return Value::exception();
}

Value take(Strand& s, CsvStream* stream) {
  const std::unique_lock hold(stream->lock, std::try_to_lock);
  if (!hold) return in_use(s, "reader");
  for (;;) {
    switch (find_next(s, stream->splitter)) {
      case Found::going_on: return s.raise_stop();
      case Found::more:
      case Found::end: return none();
      case Found::too_long: return mistake(s, *stream, "the row is longer than max_size");
      case Found::row: break;
    }
    const bool is_blank = stream->splitter.row().find_first_not_of("\r\n") == std::string_view::npos;
    if (!is_blank || stream->width <= 1) return read_row(s, *stream);
    skip_blank(*stream);
  }
}

const NativeDescriptor kRows[] = {
    row<parse>(
        "csv.parse", "s", kBorrows,
        R"(The rows of a table, each a list of strings. A byte order mark before them is dropped. ValueError for a quote that is not closed.
csv.parse "a,b\n1,\"x, y\"\n" => [["a", "b"], ["1", "x, y"]])"),
    row<parse_with>(
        "csv.parse_with", "opts s", kBorrows,
        R"(Like csv.parse, with a record of options: `separator`, `quote` and `header`. With `quote: ""` quotes are characters like others, as in many files with tabs. With `header: true` rows are dicts with the fields of the first row as keys, and empty lines at the end of a table with several columns are skipped. ValueError with the line for a name that occurs twice, and for a row with more or fewer fields than the first row. Any other empty line is one empty field.
csv.parse_with { separator: ";", header: true } "a;b\n1;2\n" => [["a": "1", "b": "2"]])"),
    row<show>(
        "csv.show", "rows", kBorrows,
        R"(The text of a table. Rows are lists or tuples of fields, or dicts or records with equal keys, such as those of `sqlite.query`; the keys are written first. ValueError for a row with other keys. Fields are text, numbers, Bools and labels, and `Some v` is v; they are quoted where necessary. None and () are written as empty fields, and read back as "". TypeError for other fields: `json.show v` and `string v` make text of them.
csv.show [["a", 1], ["x, y", 2]] => "a,1\n\"x, y\",2\n"
csv.show [{ id: 1, name: "x" }, { id: 2, name: None }] => "id,name\n1,x\n2,\n")"),
    row<show_with>(
        "csv.show_with", "opts rows", kBorrows,
        R"(Like csv.show, with a record of options: `separator` and `quote`. With `quote: ""` a field with a separator or a line's end is a ValueError.
csv.show_with { separator: ";" } [["a", 1]] => "a;1\n")"),
    row<header>(
        "csv.header", "row", kBorrows,
        R"(The names that csv.show would write above a row: the keys of a dict or record; none for others.
csv.header { id: 1 } => ["id"])"),
    row<line>(
        "csv.line", "opts names row", kBorrows,
        R"(A row as a line of text, with options as for csv.show_with. The fields of a dict or record are in the order of the names, from csv.header; for other rows names are []. What `csv.show_lines` is made of.
csv.line {:} ["b", "a"] ["a": 1, "b": 2] => "2,1\n")"),
    row<begin>("csv.begin", "options", kBorrows,
               "What csv.rows is made of, with `csv.feed`, `csv.finish` and `csv.take`: takes a table as it "
               "comes, and gives its rows. Options are those of csv.rows_with; with `header: true` it checks "
               "the header and the rows' lengths, and all rows are lists.",
               Effect::write),
    row<feed_stream<CsvStream>>("csv.feed", "data reader", kBorrows,
                                "Gives a reader the next piece, a String or Bytes, cut anywhere.",
                                Effect::write),
    row<finish_stream<CsvStream>>("csv.finish", "reader", kBorrows,
                                  "Tells a reader that there are no more pieces.", Effect::write),
    row<take>(
        "csv.take", "reader", kBorrows,
        R"(The next row that is complete, as `Some row`; `None` if a reader needs another piece first, or at the end. ValueError for what is no row.
{ r = csv.begin {:}; csv.feed "a,b\n1," r; a = csv.take r; b = csv.take r; csv.finish r; (a, b, csv.take r) } => (Some ["a", "b"], None, Some ["1", ""]))",
        Effect::write),
};

}  // namespace

NativeTable csv_natives() { return kRows; }

}  // namespace aspen
