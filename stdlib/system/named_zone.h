// Time zones by the names that they have in the system's database, such as Europe/Berlin.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/native/native.h"
#include "stdlib/system/local_time.h"

namespace aspen {

// The zone that argument i names. Nothing with an error pending: a ValueError if the system does not know it,
// or MemoryLimit.
std::optional<Zone> named_zone(Strand& s, unsigned i, std::string_view name);

}  // namespace aspen
