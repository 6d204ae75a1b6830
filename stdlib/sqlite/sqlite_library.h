// SQLite's functions, loaded when they are first needed.
#pragma once

#include <sqlite3.h>

#include <string>
#include <string_view>

namespace aspen {

struct Sqlite {
#define ASPEN_SQLITE(name) decltype(&sqlite3_##name) name;
#include "stdlib/sqlite/sqlite_functions.def"
#undef ASPEN_SQLITE
  bool is_there = false;
  bool counts_memory = false;  // see sqlite_memory.h
};

// `is_there` is false while SQLite cannot be loaded; why_no_sqlite says why.
const Sqlite& sqlite();
std::string why_no_sqlite();

// "SQLITE_CONSTRAINT_UNIQUE"; for an extended code without a name, the name of its basic code.
std::string_view name_of_sqlite_code(int code);

}  // namespace aspen
