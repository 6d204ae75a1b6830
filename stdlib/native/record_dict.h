// Records and dicts, one made of the other.
#pragma once

#include "stdlib/native/native.h"

namespace aspen {

// A dict of the fields, by their names.
Value record_to_dict(Strand& s, const Record& record);

}  // namespace aspen
