// What goes into an SQLite database and comes out of it, as values.
#pragma once

#include <string_view>

#include "stdlib/database.h"
#include "stdlib/native.h"

namespace aspen {

// Parameters from a List or Tuple, by position, or from a Record or Dict, by name; `()`: none. `index`: of
// the native's argument they stand in. False with an error pending, or if a future is missed.
bool read_parameters(Strand& s, unsigned index, Value v, SqlParameters& out);

// The shape of records with such fields. Null with an error pending: two have one name.
const Shape* shape_of_rows(Strand& s, const SqlRows& rows);
// A row as a record. Value::exception() with an error pending: there is text that is none.
Value row_value(Strand& s, const Shape& shape, const SqlRows& rows, size_t index);
// A List of all.
Value rows_value(Strand& s, const SqlRows& rows);

// The error as one of the program, raised by the function of that name.
Value raise_sql_error(Strand& s, std::string_view function, const SqlError& error, std::string_view sql);

}  // namespace aspen
