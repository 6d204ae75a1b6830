#include "stdlib/sqlite/sqlite_library.h"

#include "stdlib/native/loaded_library.h"
#include "stdlib/sqlite/sqlite_memory.h"

namespace aspen {

namespace {

constexpr const char* kSqliteFile = "libsqlite3.so.0";

Sqlite load_sqlite() {
  LoadedLibrary library(kSqliteFile);
  Sqlite sqlite = {};
#define ASPEN_SQLITE(name) library.find("sqlite3_" #name, sqlite.name);
#include "stdlib/sqlite/sqlite_functions.def"
#undef ASPEN_SQLITE
  sqlite.is_there = library.is_whole();
  sqlite.counts_memory = sqlite.is_there && count_sqlite_memory(sqlite);
  return sqlite;
}

std::string_view exact_name(int code) {
  switch (code) {
#define ASPEN_SQLITE_CODE(name) \
  case name:                    \
    return #name;
#include "stdlib/sqlite/sqlite_codes.def"
#undef ASPEN_SQLITE_CODE
    default: return {};
  }
}

}  // namespace

const Sqlite& sqlite() { return loaded<Sqlite, load_sqlite>(); }

std::string why_no_sqlite() { return why_not_loaded(kSqliteFile); }

std::string_view name_of_sqlite_code(int code) {
  constexpr int kPrimaryBits = 0xff;
  const std::string_view exact = exact_name(code);
  return exact.empty() ? exact_name(code & kPrimaryBits) : exact;
}

}  // namespace aspen
