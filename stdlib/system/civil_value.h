// Moments and records of calendar and clock, as arguments and results of module time.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/native/native.h"
#include "stdlib/system/calendar.h"

namespace aspen {

// A moment as an argument.
struct Moment {
  static constexpr double kFarthest = 1e15;  // some thirty million years
  double seconds;
};

template <>
struct Argument<Moment> {
  static Moment read(Strand& s, Value* args, unsigned i, bool& ok);
};

// A moment without a fraction becomes an Int.
Value moment_value(Strand& s, double moment);
Value civil_value(Strand& s, const Civil& civil);

// Reads a record such as civil_value makes: argument i. `east` is its offset if it has one. False with an
// error pending.
bool read_civil(Strand& s, unsigned i, const Record& record, Civil& out, std::optional<int>& east);

// A ValueError: the text is not what is wanted.
Value unreadable(Strand& s, const String& text, std::string_view wanted, std::string_view hint = {});
// Likewise for text in a format, argument i, which may be what is wrong.
Value unreadable_by(Strand& s, unsigned i, const String& format, const String& text);
// False with a ValueError if the format, argument i, is too long for a text to be read by it.
bool is_short_format(Strand& s, unsigned i, const String& format);
// The text in a format, argument i. ValueError if that has an unknown directive.
Value formatted(Strand& s, unsigned i, const String& format, const Civil& civil);

}  // namespace aspen
