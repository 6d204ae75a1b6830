// The tables of natives, a file each.
#pragma once

#include <span>

#include "vm/function.h"

namespace aspen {

using NativeTable = std::span<const NativeDescriptor>;

#define ASPEN_NATIVES(subject) NativeTable subject##_natives();
#include "stdlib/natives.def"
#undef ASPEN_NATIVES

}  // namespace aspen
