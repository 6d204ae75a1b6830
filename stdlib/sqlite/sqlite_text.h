// Some of SQLite's functions take a time that is a product of two lengths: a single call may go on for hours,
// and nothing can interrupt it. A connection gets others in their place, with the same results.
//
// instr, replace and the trims then take linear time. Where fuel or time is limited, LIKE and GLOB pay for
// their steps, although SQLite then uses no index for them, and json_patch is refused.
#pragma once

#include <sqlite3.h>

namespace aspen {

class SqlStop;

// `stop` is where the stop of the running call stands; null if neither fuel nor time is limited.
void replace_quadratic_functions(sqlite3* connection, SqlStop** stop);

}  // namespace aspen
