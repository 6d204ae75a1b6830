// Converts values for SQLite databases, and cells of SQLite databases to values.
#pragma once

#include <string_view>

#include "stdlib/native/native.h"
#include "stdlib/sqlite/database.h"

namespace aspen {

// Reads parameters: by position from a List or Tuple, by name from a Record or Dict; `()`: none. `index` is
// the native's argument that holds them. The charge grows by what `out` takes. False with an error pending,
// or if a future is missed.
bool read_parameters(Strand& s, unsigned index, Value v, SqlParameters& out, Charge& charge);

// The shape of records with such fields. Null with an error pending if two columns have the same name.
const Shape* shape_of_rows(Strand& s, const SqlRows& rows);
// A row as a record. Value::exception() with an error pending if a text is not UTF-8.
Value row_value(Strand& s, const Shape& shape, const SqlRows& rows, size_t index);
// A List of all rows.
Value rows_value(Strand& s, const SqlRows& rows);

// Raises the error in the program as an error of the function of that name.
Value raise_sql_error(Strand& s, std::string_view function, const SqlError& error, std::string_view sql);

}  // namespace aspen
