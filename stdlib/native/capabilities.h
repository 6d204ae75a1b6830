// Applies the machine's permissions to natives. A native in capabilities.def that lacks a permission is not
// defined for the program; a native that raises Denied takes its place. Natives that take paths check each
// path here.
#pragma once

#include <string_view>

#include "stdlib/native/native.h"
#include "vm/run/permissions.h"

namespace aspen {

// The capabilities that the native needs, as bits (bit_of); 0 for a pure native.
uint32_t needs_of(const NativeDescriptor& native);
// Whether the native needs no capability because it is pure, or is listed in capabilities.def.
bool is_classified(const NativeDescriptor& native);
// Defines the native, or in its place one that raises Denied.
void define_permitted(Machine& machine, const NativeDescriptor& native);

// Raises Denied: "fs.open: complaint".
Value deny(Strand& s, Capability capability, std::string_view complaint);
// False with Denied pending.
bool is_granted(Strand& s, Capability capability);
// Whether the program may read, or write, the file that the path leads to. False with Denied pending, or with
// a ValueError if the path holds a NUL, at which the system would cut it.
bool may_read(Strand& s, std::string_view path);
bool may_write(Strand& s, std::string_view path);

inline const Permissions& permissions(Strand& s) { return s.machine().options().permissions; }

}  // namespace aspen
