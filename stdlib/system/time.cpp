// Module time. A moment is a Float or Int: seconds since 1970-01-01 UTC. Reading a clock is an effect, so
// that a measured time includes the work before it.
#include <cerrno>
#include <cmath>
#include <ctime>

#include "stdlib/native/fields.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/system/calendar.h"
#include "stdlib/system/local_time.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

Value clock_value(clockid_t clock) {
  timespec now;
  ::clock_gettime(clock, &now);
  return Value::number(static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9);
}

Value now(Strand&, UnitArgument) { return clock_value(CLOCK_REALTIME); }
Value monotonic(Strand&, UnitArgument) { return clock_value(CLOCK_MONOTONIC); }

// ---- Moments

constexpr double kFarthest = 1e15;  // some thirty million years

// A moment as an argument.
struct Moment {
  double seconds;
};

}  // namespace

template <>
struct Argument<Moment> {
  static Moment read(Strand& s, Value* args, unsigned i, bool& ok) {
    double seconds = Argument<double>::read(s, args, i, ok);
    if (ok && !(std::fabs(seconds) <= kFarthest)) {
      bad_argument(s, i, "is beyond the calendar");
      ok = false;
    }
    return {ok ? seconds : 0};
  }
};

namespace {

// A moment without a fraction becomes an Int.
Value moment_value(Strand& s, double moment) {
  return moment == std::floor(moment) ? int_value(s, static_cast<int64_t>(moment)) : Value::number(moment);
}

Value civil_value(Strand& s, const Civil& c) {
  int64_t days = days_of(c.date);
  Value zone = text_value(s, c.zone);
  return record_value(s, {{"year", Value::small_int(c.date.year)},
                          {"month", Value::small_int(c.date.month)},
                          {"day", Value::small_int(c.date.day)},
                          {"hour", Value::small_int(c.hour)},
                          {"minute", Value::small_int(c.minute)},
                          {"second", Value::small_int(c.second)},
                          {"fraction", Value::number(c.fraction)},
                          {"weekday", Value::small_int(weekday_of(days))},
                          {"day_of_year", Value::small_int(day_of_year(c.date))},
                          {"offset", Value::small_int(c.offset)},
                          {"zone", zone}});
}

Value utc(Strand& s, Moment t) { return civil_value(s, utc_of(t.seconds)); }
Value local(Strand& s, Moment t) { return civil_value(s, civil_in(process_zone, t.seconds)); }

// Reads an Int field if it exists; false with a ValueError pending if it is out of range.
bool read_field(Strand& s, const Record& r, const char* name, int64_t low, int64_t high, int64_t& out) {
  int slot = s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern(name));
  if (slot < 0) return true;
  Value v = r.slots()[slot];
  if (!s.touch(v)) return false;
  if (fits_int64(v, out) && out >= low && out <= high) return true;
  bad_argument(s, 0,
               std::string("has a ") + name + " that is not from " + std::to_string(low) + " to " +
                   std::to_string(high));
  return false;
}

// The fields that civil_value makes. Weekday, day_of_year and zone follow from the others and are ignored.
constexpr const char* kCivilFields[] = {"year",     "month",   "day",         "hour",   "minute", "second",
                                        "fraction", "weekday", "day_of_year", "offset", "zone"};

// Nothing if it is missing. False with an error pending if it is no fraction of a second.
bool read_fraction(Strand& s, const Record& r, double& out) {
  int slot = s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern("fraction"));
  if (slot < 0) return true;
  Value v = r.slots()[slot];
  if (!s.touch(v)) return false;
  out = is_number(v) ? to_double(v) : -1;
  if (out >= 0 && out < 1) return true;
  bad_argument(s, 0, "has a fraction that is not at least 0 and below 1");
  return false;
}

bool has_field(Strand& s, const Record& r, const char* name) {
  return s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern(name)) >= 0;
}

bool read_civil(Strand& s, const Record& r, Civil& out) {
  if (!has_only_fields(s, r, kCivilFields)) return false;
  constexpr int64_t kFarthestYear = 30'000'000;
  int64_t month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0;
  if (!read_field(s, r, "year", -kFarthestYear, kFarthestYear, out.date.year) ||
      !read_field(s, r, "month", 1, 12, month) ||
      !read_field(s, r, "day", 1, days_in_month(out.date.year, static_cast<int>(month)), day) ||
      !read_field(s, r, "hour", 0, 23, hour) || !read_field(s, r, "minute", 0, 59, minute) ||
      !read_field(s, r, "second", 0, 60, second) ||
      !read_field(s, r, "offset", -kSecondsPerDay, kSecondsPerDay, offset) ||
      !read_fraction(s, r, out.fraction)) {
    return false;
  }
  out.date.month = static_cast<int>(month), out.date.day = static_cast<int>(day);
  out.hour = static_cast<int>(hour), out.minute = static_cast<int>(minute),
  out.second = static_cast<int>(second);
  out.offset = static_cast<int>(offset);
  return true;
}

Value from_civil(Strand& s, const Record& record) {
  Civil civil;
  return read_civil(s, record, civil) ? moment_value(s, moment_of(civil)) : Value::exception();
}

Value from_local(Strand& s, const Record& record) {
  Civil civil;
  if (!read_civil(s, record, civil)) return Value::exception();
  const auto offset = has_field(s, record, "offset") ? std::optional(civil.offset) : std::nullopt;
  return moment_value(s, moment_in(process_zone, civil, offset));
}

Value date(Strand& s, int64_t year, int64_t month, int64_t day) {
  if (year < -9999 || year > 9999) return bad_argument(s, 0, "must be from -9999 to 9999");
  if (month < 1 || month > 12) return bad_argument(s, 1, "must be from 1 to 12");
  if (day < 1 || day > days_in_month(year, static_cast<int>(month)))
    return bad_argument(s, 2, "is no day of that month");
  return int_value(s, days_of({year, static_cast<int>(month), static_cast<int>(day)}) * kSecondsPerDay);
}

Value add_months(Strand& s, int64_t n, Moment t) {
  if (n > 1'000'000 || n < -1'000'000) return bad_argument(s, 0, "is too large");
  Civil civil = utc_of(t.seconds);
  int64_t months = civil.date.year * 12 + civil.date.month - 1 + n;
  civil.date.year = months / 12 - (months % 12 < 0);
  civil.date.month = static_cast<int>(months - civil.date.year * 12) + 1;
  civil.date.day = std::min(civil.date.day, days_in_month(civil.date.year, civil.date.month));
  return moment_value(s, moment_of(civil));
}

Value leap(Strand&, int64_t year) { return Value::boolean(is_leap_year(year)); }

Value month_length(Strand& s, int64_t year, int64_t month) {
  if (month < 1 || month > 12) return bad_argument(s, 1, "must be from 1 to 12");
  return Value::small_int(days_in_month(year, static_cast<int>(month)));
}

Value week(Strand& s, Moment t) {
  int64_t year;
  int number;
  iso_week(utc_of(t.seconds).date, year, number);
  return pair(s, int_value(s, year), Value::small_int(number));
}

// ---- Text

Value unreadable(Strand& s, const String& text, std::string_view wanted) {
  return s.value_error(std::string(s.native()->name) + ": " + shorten(s, Value::object(&text)) + " is not " +
                       std::string(wanted));
}

Value parse(Strand& s, const String& text) {
  Civil civil;
  if (!parse_rfc3339(text.view(), civil)) return unreadable(s, text, "a time such as 2024-02-29T12:30:00Z");
  return moment_value(s, moment_of(civil));
}

Value parse_with(Strand& s, const String& format, const String& text) {
  Civil civil;
  if (parse_civil(text.view(), format.view(), civil)) return moment_value(s, moment_of(civil));
  std::string wrong;
  return format_civil(civil, format.view(), wrong) ? unreadable(s, text, "as the format says")
                                                   : bad_argument(s, 0, "has the unknown directive " + wrong);
}

Value formatted(Strand& s, const String& format, const Civil& civil) {
  std::string wrong;
  auto text = format_civil(civil, format.view(), wrong);
  return text ? checked_text(s, *text) : bad_argument(s, 0, "has the unknown directive " + wrong);
}

Value format_utc(Strand& s, const String& format, Moment t) {
  return formatted(s, format, utc_of(t.seconds));
}
Value format_local(Strand& s, const String& format, Moment t) {
  return formatted(s, format, civil_in(process_zone, t.seconds));
}
Value show(Strand& s, Moment t) { return text_value(s, rfc3339(utc_of(t.seconds))); }
Value show_local(Strand& s, Moment t) { return text_value(s, rfc3339(civil_in(process_zone, t.seconds))); }

const NativeDescriptor kRows[] = {
    row<now>("time.now", "()", kBorrows, "The current time: seconds since 1970-01-01 UTC, a Float.",
             Effect::write),
    row<monotonic>("time.monotonic", "()", kBorrows,
                   "Seconds on a clock that never goes back, for measurements.", Effect::write),
    row<utc>(
        "time.utc", "t", kBorrows,
        R"(What calendar and clock show at a moment in UTC: a record of year, month, day, hour, minute, second, fraction, weekday (1 is Monday), day_of_year, offset and zone.
(time.utc 0).year => 1970)"),
    row<local>("time.local", "t", kBorrows,
               "Like time.utc, in the local time zone; `offset` is in seconds east of UTC.", Effect::read),
    row<from_civil>(
        "time.from_utc", "r", kBorrows,
        R"(The moment that a record as time.utc gives it means; its offset counts, missing fields are the least, and unknown ones a ValueError.
time.from_utc { year: 2000, month: 1, day: 1 } => 946684800)"),
    row<from_local>(
        "time.from_local", "r", kBorrows,
        R"(The moment at which clocks here show what the record says, a record as for time.from_utc. Where clocks were set back and show it twice, the record's offset tells which is meant, or else it is the first. Where they were set forward and never show it, it counts by the offset before the change, unless the record has the one after it.)",
        Effect::read),
    row<date>("time.date", "year month day", kBorrows,
              R"(The moment at which a day begins in UTC. ValueError if there is no such day.
time.date 2000 1 1 => 946684800)"),
    row<add_months>("time.add_months", "n t", kBorrows,
                    R"(The moment n months later, on the last day of the month if it is too short.
time.show (time.add_months 1 (time.date 2024 1 31)) => "2024-02-29T00:00:00Z")"),
    row<leap>("time.leap?", "year", kBorrows, R"(Whether a year has a 29th of February.
time.leap? 2024 => true)"),
    row<month_length>("time.days_in_month", "year month", kBorrows, R"(The number of days in a month.
time.days_in_month 2024 2 => 29)"),
    row<week>("time.week", "t", kBorrows, R"(The year and the week in it, by ISO 8601.
time.week (time.date 2021 1 3) => (2020, 53))"),
    row<parse>("time.parse", "s", kBorrows, R"(The moment that text by RFC 3339, or a date alone, means.
time.parse "2000-01-01T01:00:00+01:00" => 946684800)"),
    row<parse_with>(
        "time.parse_with", "format s", kBorrows,
        R"(Like time.parse, for text in a format of time.format. `%Z` reads UTC, GMT and Z. `%s` overrides everything but `%f`. `%V` needs `%G`, and means the Monday of the week unless a weekday is given.
time.parse_with "%d.%m.%Y" "01.01.2000" => 946684800)"),
    row<format_utc>(
        "time.format", "format t", kBorrows,
        R"(The moment in UTC, rounded to microseconds and laid out by a format: %Y %m %d %H %M %S %f (microseconds) %y %b %B %a %A %e %j %I %p %z %Z %s %u %w %G %V, %F %T %D %R %c, %%.
time.format "%d %b %Y, %H:%M" 0 => "01 Jan 1970, 00:00")"),
    row<format_local>("time.format_local", "format t", kBorrows,
                      "The moment in the local time zone, laid out as by time.format.", Effect::read),
    row<show>("time.show", "t", kBorrows, R"(The moment by RFC 3339, in UTC, rounded to microseconds.
time.show 0.5 => "1970-01-01T00:00:00.5Z")"),
    row<show_local>("time.show_local", "t", kBorrows, "The moment by RFC 3339, in the local time zone.",
                    Effect::read),
};

}  // namespace

NativeTable time_natives() { return kRows; }

}  // namespace aspen
