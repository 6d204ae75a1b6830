// The functions of module time that take the name of a time zone.
#include "stdlib/native/natives.h"
#include "stdlib/system/civil_value.h"
#include "stdlib/system/named_zone.h"

namespace aspen {

namespace {

Value in_zone(Strand& s, const String& name, Moment t) {
  const auto zone = named_zone(s, 0, name.view());
  return zone ? civil_value(s, civil_in(*zone, t.seconds)) : Value::exception();
}

Value from_zone(Strand& s, const String& name, const Record& record) {
  Civil civil;
  std::optional<int> east;
  const auto zone = named_zone(s, 0, name.view());
  if (!zone || !read_civil(s, 1, record, civil, east)) return Value::exception();
  return moment_value(s, moment_in(*zone, civil, east));
}

Value parse_in(Strand& s, const String& name, const String& format, const String& text) {
  Civil civil;
  bool is_moment = false;
  const auto zone = named_zone(s, 0, name.view());
  if (!zone || !is_short_format(s, 1, format)) return Value::exception();
  if (!parse_civil(text.view(), format.view(), civil, is_moment)) return unreadable_by(s, 1, format, text);
  return moment_value(s, is_moment ? moment_of(civil) : moment_in(*zone, civil, std::nullopt));
}

Value format_in(Strand& s, const String& name, const String& format, Moment t) {
  const auto zone = named_zone(s, 0, name.view());
  return zone ? formatted(s, 1, format, civil_in(*zone, t.seconds)) : Value::exception();
}

Value show_in(Strand& s, const String& name, Moment t) {
  const auto zone = named_zone(s, 0, name.view());
  return zone ? text_value(s, rfc3339(civil_in(*zone, t.seconds))) : Value::exception();
}

const NativeDescriptor kRows[] = {
    row<in_zone>(
        "time.in_zone", "zone t", kBorrows,
        R"(Like time.local, in a time zone with a name from the system's database. ValueError if the system does not know it.
(time.in_zone "Asia/Tokyo" 0).hour => 9)",
        Effect::read),
    row<from_zone>("time.from_zone", "zone r", kBorrows,
                   R"(The moment for a record of time in that time zone, as for time.from_local.
time.from_zone "Asia/Tokyo" { year: 1970, hour: 9 } => 0)",
                   Effect::read),
    row<parse_in>(
        "time.parse_in", "zone format s", kBorrows,
        R"(Like time.parse_with, for text that gives the time in that time zone. An offset in the text, or a `%s`, counts instead.
time.parse_in "Asia/Tokyo" "%F %R" "1970-01-01 09:00" => 0)",
        Effect::read),
    row<format_in>("time.format_in", "zone format t", kBorrows,
                   R"(The moment in that time zone, laid out as by time.format.
time.format_in "America/New_York" "%d %b %H:%M %Z" 0 => "31 Dec 19:00 EST")",
                   Effect::read),
    row<show_in>("time.show_in", "zone t", kBorrows,
                 R"(The moment as text in the form of RFC 3339, in that time zone.
time.show_in "Asia/Kolkata" 0 => "1970-01-01T05:30:00+05:30")",
                 Effect::read),
};

}  // namespace

NativeTable time_zones_natives() { return kRows; }

}  // namespace aspen
