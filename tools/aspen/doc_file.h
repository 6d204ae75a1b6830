// The documentation of a program's own modules, from the comments above their names and macros.
#pragma once

#include <string>

namespace aspen {

// Whether `aspen doc` takes it for the path of a file, not for a name of the library.
bool names_source_file(const std::string& name);

// Prints what the file says about itself and the names that other files see, or, if `member` is not empty,
// all about the name or the macro's word `member`. The exit code of the process.
int doc_file_command(const std::string& path, const std::string& member);

}  // namespace aspen
