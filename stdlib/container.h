#pragma once

#include "stdlib/native.h"

namespace aspen {

// A KeyError that names the key, and a near one if there is any.
Value missing_key(Strand& s, const Dict& dict, Value key);

}  // namespace aspen
