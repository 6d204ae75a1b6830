// Other handles of the files that the program's own output leads to, such as "/dev/stdout".
#pragma once

#include <string>

#include "stdlib/system/place.h"
#include "vm/run/output.h"

namespace aspen {

// Opens a place by the path that the program gave, with O_WRONLY and other flags. If standard output is a
// file on a disk, "/dev/stdout", "/dev/fd/1" and "/proc/self/fd/1" give its own descriptor: the file is not
// emptied, and both handles write at one position. Likewise for standard error. Other places are opened as
// they are.
Descriptor open_to_write(const Place& place, const std::string& path, int flags);

// A write through another handle of standard output has to flush the output of `print` first.
bool is_standard_output(const struct stat& file);
// What was printed comes before what is written at the place from now on.
void flush_ahead_of(const Place& place, Output& out);

}  // namespace aspen
