// Format specs, the part after the colon in "{x:>8.2f}":
//
//   [[fill]align][sign][z][#][0][width][grouping][.precision][type]
//
// as in Python.
//
//   fill       any character
//   align      < > ^, or = for padding after the sign
//   sign       + - or space
//   z          no negative zero after rounding
//   #          a base prefix; with Floats always a point
//   0          pads with zeros after the sign
//   grouping   , or _ every three digits; _ every four for b o x X
//   type       d b o x X c n for Int; e E f F g G % for Float and Int; s, for everything, its text;
//              none: by the value
//
// Width and precision count code points; both are at most 1,000,000.
#pragma once

#include <string_view>

#include "vm/object/value.h"

namespace aspen {

class Strand;

// Whether `spec` is valid for some value, for compile-time checks.
bool valid_format_spec(std::string_view spec);

// The text of `v` formatted by `spec`, a String. ValueError for an invalid spec or one that does not fit the
// value's type.
Value format_value(Strand& strand, Value v, std::string_view spec);

}  // namespace aspen
