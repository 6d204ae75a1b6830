// Reading standard input, which goes on until something comes, or the reader has to stop.
#pragma once

#include <string>

#include "vm/strand.h"

namespace aspen {

// The next line with its end, or all there is; what has come before the end or an error, which stdio then
// tells, with errno. False: the strand has to stop (Strand::raise_stop), and nothing is lost for who reads
// next. By several tasks at once: each line goes to one of them.
bool read_standard_input(Strand& strand, bool one_line, std::string& text);

}  // namespace aspen
