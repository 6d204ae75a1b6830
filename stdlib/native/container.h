#pragma once

#include "stdlib/native/native.h"

namespace aspen {

// A KeyError that names the key, and a similar key of the dict if there is one.
Value missing_key(Strand& s, const Dict& dict, Value key);

}  // namespace aspen
