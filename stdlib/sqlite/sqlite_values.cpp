#include "stdlib/sqlite/sqlite_values.h"

#include <algorithm>
#include <cmath>

#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "vm/object/utf8.h"
#include "vm/run/interned.h"

namespace aspen {

namespace {

std::string about_parameter(Strand& s, std::string_view name) {
  return std::string(s.native()->name) + ": the parameter " + std::string(name);
}

bool refuse_parameter(Strand& s, std::string_view name, std::string_view complaint) {
  return fail_with(s.value_error(about_parameter(s, name) + " " + std::string(complaint)));
}

bool read_int(Strand& s, std::string_view name, Value v, SqlScalar& out) {
  int64_t i = 0;
  if (!fits_int64(v, i)) return refuse_parameter(s, name, "is an Int of more than 64 bits");
  out = i;
  return true;
}

// Reads `Some v` as v, as in JSON: an optional value is `Some v` or `None`, and is stored as v or NULL.
// Value::exception(): a future is missed.
Value unwrapped(Strand& s, Value v) {
  while (is_kind(v, Kind::LabelBox) && as<LabelBox>(v)->name() == sym::kSome) {
    v = as<LabelBox>(v)->payload;
    if (!s.touch(v)) return Value::exception();
  }
  return v;
}

bool read_scalar(Strand& s, std::string_view name, Value v, SqlScalar& out) {
  if (v.is_unit() || v == none()) {
    out = std::monostate();
    return true;
  }
  if (v.is_bool()) {
    out = int64_t{v.is_true()};
    return true;
  }
  if (is_int(v)) return read_int(s, name, v, out);
  if (v.is_double() && std::isnan(v.as_double()))
    return refuse_parameter(s, name, "is nan, which SQL has not");
  if (v.is_double()) {
    out = v.as_double();
    return true;
  }
  if (is_kind(v, Kind::String)) {
    out = std::string(as<String>(v)->view());
    return true;
  }
  if (is_kind(v, Kind::Bytes)) {
    out = SqlBlob{std::string(as<Bytes>(v)->view())};
    return true;
  }
  return fail_with(
      s.wrong_type(about_parameter(s, name), v, "a number, a String, Bytes, a Bool, None or ()"));
}

struct Reading {
  Strand& s;
  SqlParameters& out;
  Charge& charge;
};

size_t text_bytes(Value v) {
  if (is_kind(v, Kind::String)) return as<String>(v)->length;
  return is_kind(v, Kind::Bytes) ? as<Bytes>(v)->length : 0;
}

// Vectors have up to twice the room that they need, and the place that they have left while they grow.
bool charge_parameter(Reading& to, std::string_view name, Value v) {
  constexpr size_t kGrowth = 3;
  const size_t names = to.out.have_names ? kGrowth * sizeof(std::string) + name.size() : 0;
  return to.s.charge(to.charge, to.charge.bytes() + kGrowth * sizeof(SqlScalar) + names + text_bytes(v));
}

bool add(Reading& to, std::string_view name, Value v) {
  SqlScalar scalar;
  if (!to.s.touch(v)) return false;
  v = unwrapped(to.s, v);
  if (v.is_exception() || !charge_parameter(to, name, v) || !read_scalar(to.s, name, v, scalar)) return false;
  to.out.values.push_back(std::move(scalar));
  if (to.out.have_names) to.out.names.emplace_back(name);
  return true;
}

bool add_next(Reading& to, Value v) { return add(to, std::to_string(to.out.values.size() + 1), v); }

bool read_list(Reading& to, Value v) {
  Elements elements(to.s, v);
  for (Value each; elements.next(each);) {
    if (!add_next(to, each)) return false;
  }
  return to.s.work(1) || (to.s.raise_stop(), false);  // the parameters may have ended early
}

bool read_tuple(Reading& to, const Tuple& tuple) {
  for (uint32_t i = 0; i < tuple.length; ++i) {
    if (!add_next(to, tuple.items()[i])) return false;
  }
  return true;
}

bool read_dict(Reading& to, unsigned index, const Dict& dict) {
  for (uint32_t i = next_entry(&dict, 0); i != kNoEntry; i = next_entry(&dict, i + 1)) {
    const DictEntry entry = entry_at(&dict, i);
    if (!is_kind(entry.key, Kind::String))
      return fail_with(wrong_type(to.s, index, entry.key, "a Dict with strings for keys"));
    if (!add(to, as<String>(entry.key)->view(), entry.value)) return false;
  }
  return true;
}

using Type = SqlRows::Cell::Type;

Value text_cell(Strand& s, const SqlRows& rows, size_t column, std::string_view text) {
  if (valid_utf8(text)) return text_value(s, text);
  const std::string& name = rows.columns[column];
  return s.value_error("the column " + name + " has text that is not UTF-8",
                       "read it as Bytes: cast(" + name + " as blob)");
}

Value cell_value(Strand& s, const SqlRows& rows, size_t column, const SqlRows::Cell& cell) {
  switch (cell.type) {
    case Type::null: return none();
    case Type::integer: return int_value(s, cell.integer);
    case Type::real: return Value::number(cell.real);
    case Type::text: return text_cell(s, rows, column, rows.text(cell));
    case Type::blob: return bytes_value(s, rows.text(cell));
  }
  return none();
}

// The beginning of the text, cut after a whole character.
std::string shortened(std::string_view text) {
  constexpr size_t kMost = 100;
  if (text.size() <= kMost) return std::string(text);
  size_t end = kMost;
  while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

Value sqlite_error(Strand& s, std::string_view function, const SqlError& error, std::string_view sql) {
  std::string message = std::string(function) + ": " + error.message;
  if (!sql.empty()) message += ", in \"" + shortened(sql) + "\"";
  const Value text = foreign_text(s, message);
  const Value code = text_value(s, error.code);
  const Value whole = text_value(s, sql);
  const Value record = record_value(s, {{"message", text}, {"code", code}, {"sql", whole}});
  const Symbol name = s.machine().symbols().intern("SqliteError");
  return s.raise(Value::object(s.allocator().make<LabelBox>(0, name, record)));
}

}  // namespace

bool read_parameters(Strand& s, unsigned index, Value v, SqlParameters& out, Charge& charge) {
  Reading to{s, out, charge};
  if (v.is_unit()) return true;
  if (is_kind(v, Kind::List)) return read_list(to, v);
  if (is_kind(v, Kind::Tuple)) return read_tuple(to, *as<Tuple>(v));
  out.have_names = true;
  if (is_kind(v, Kind::Dict)) return read_dict(to, index, *as<Dict>(v));
  if (is_kind(v, Kind::Record))
    return for_each_field(s, *as<Record>(v),
                          [&](std::string_view name, Value field) { return add(to, name, field); });
  return fail_with(wrong_type(s, index, v, "a List, a Tuple, a Record, a Dict or ()"));
}

const Shape* shape_of_rows(Strand& s, const SqlRows& rows) {
  std::vector<Symbol> names;
  for (const std::string& column : rows.columns) {
    const std::optional<Symbol> name = intern_name(s, valid_utf8(column) ? column : "?");
    if (!name) return nullptr;
    if (std::find(names.begin(), names.end(), *name) != names.end()) {
      s.value_error("two columns are called " + column,
                    "give one of them another name: select … as other_name");
      return nullptr;
    }
    names.push_back(*name);
  }
  return intern_shape(s, names);
}

Value row_value(Strand& s, const Shape& shape, const SqlRows& rows, size_t index) {
  const size_t width = rows.columns.size();
  const std::vector<Value> nothing(width, none());  // immediate values
  Record* record = new_record(s.allocator(), shape, nothing.data());
  for (size_t i = 0; i < width; ++i) {
    const Value v = cell_value(s, rows, i, rows.cells[index * width + i]);
    if (v.is_exception()) return v;
    record->slots()[i] = v;
  }
  return Value::object(record);
}

Value rows_value(Strand& s, const SqlRows& rows) {
  if (rows.count() == 0) return Value::object(new_list(s.allocator()));
  const size_t width = rows.columns.size();
  const size_t row_bytes = sizeof(Record) + width * (sizeof(Value) + sizeof(String));
  if (!s.reserve(list_bytes(rows.count()) + rows.count() * row_bytes + rows.bytes.size()))
    return Value::exception();
  const Shape* shape = shape_of_rows(s, rows);
  if (shape == nullptr) return Value::exception();
  List* out = new_list(s.allocator(), static_cast<uint32_t>(rows.count()));
  for (size_t i = 0; i < rows.count(); ++i) {
    const Value row = row_value(s, *shape, rows, i);
    if (row.is_exception()) return row;
    push(s.allocator(), out, row);
    if (!s.work(kPieceWork * width)) return s.raise_stop();
  }
  return Value::object(out);
}

Value raise_sql_error(Strand& s, std::string_view function, const SqlError& error, std::string_view sql) {
  const std::string name(function);
  switch (error.kind) {
    case SqlError::Kind::none: break;
    case SqlError::Kind::sql: return sqlite_error(s, function, error, sql);
    case SqlError::Kind::bad_parameters: return s.value_error(name + ": " + error.message);
    case SqlError::Kind::closed: return s.raise(sym::kClosed, name + ": the database is closed");
    case SqlError::Kind::missing_library: return s.io_error(error.message, "ELIBACC", "libsqlite3.so.0");
    case SqlError::Kind::too_large:
      return s.raise(sym::kMemoryLimit, name + ": the rows need more memory than the program may use");
  }
  return Value::unit();
}

}  // namespace aspen
