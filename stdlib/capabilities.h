// What the machine's permissions mean for natives. Those that stand in capabilities.def are not there for a
// program that lacks what they need: in their place is one that raises Denied. Those that take paths ask here
// whether they may go there.
#pragma once

#include <string_view>

#include "stdlib/native.h"
#include "vm/permissions.h"

namespace aspen {

// Bits (bit_of); 0 for what is pure.
uint32_t needs_of(const NativeDescriptor& native);
// Whether somebody has thought of it: it is pure, or named there.
bool is_classified(const NativeDescriptor& native);
// Defines the native, or what raises Denied in its place.
void define_permitted(Machine& machine, const NativeDescriptor& native);

// Raises Denied: "fs.open: complaint".
Value deny(Strand& s, Capability capability, std::string_view complaint);
// False with Denied pending.
bool is_granted(Strand& s, Capability capability);
// Whether the program may read, or write, what the path leads to. False with Denied pending, or with a
// ValueError: a path may not hold a NUL, where the system would cut it.
bool may_read(Strand& s, std::string_view path);
bool may_write(Strand& s, std::string_view path);

inline const Permissions& permissions(Strand& s) { return s.machine().options().permissions; }

}  // namespace aspen
