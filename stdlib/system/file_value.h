// Open files as values: the argument of `fs.read_line` and the like.
#pragma once

#include <memory>

#include "stdlib/native/native.h"
#include "stdlib/system/open_file.h"

namespace aspen {

Value file_value(Strand& s, std::shared_ptr<OpenFile> file);

}  // namespace aspen
