// The tables of natives, one for each file in natives.def.
#pragma once

#include <span>

#include "vm/object/function.h"

namespace aspen {

using NativeTable = std::span<const NativeDescriptor>;

#define ASPEN_NATIVES(subject) NativeTable subject##_natives();
#include "stdlib/native/natives.def"
#undef ASPEN_NATIVES

}  // namespace aspen
