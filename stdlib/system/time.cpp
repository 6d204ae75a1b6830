// Module time. A moment is a Float or Int: seconds since 1970-01-01 UTC. Reading a clock is an effect, so
// that a measured time includes the work before it.
#include <cerrno>
#include <charconv>
#include <cmath>
#include <ctime>

#include "stdlib/native/natives.h"
#include "stdlib/system/civil_value.h"
#include "stdlib/system/local_time.h"

namespace aspen {

namespace {

Value clock_value(clockid_t clock) {
  timespec now;
  ::clock_gettime(clock, &now);
  return Value::number(static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9);
}

Value now(Strand&, UnitArgument) { return clock_value(CLOCK_REALTIME); }
Value monotonic(Strand&, UnitArgument) { return clock_value(CLOCK_MONOTONIC); }

Value utc(Strand& s, Moment t) { return civil_value(s, utc_of(t.seconds)); }
Value local(Strand& s, Moment t) { return civil_value(s, civil_in(process_zone, t.seconds)); }

Value from_civil(Strand& s, const Record& record) {
  Civil civil;
  std::optional<int> east;
  return read_civil(s, 0, record, civil, east) ? moment_value(s, moment_of(civil)) : Value::exception();
}

Value from_local(Strand& s, const Record& record) {
  Civil civil;
  std::optional<int> east;
  if (!read_civil(s, 0, record, civil, east)) return Value::exception();
  return moment_value(s, moment_in(process_zone, civil, east));
}

Value date(Strand& s, int64_t year, int64_t month, int64_t day) {
  if (year < -9999 || year > 9999) return bad_argument(s, 0, "must be from -9999 to 9999");
  if (month < 1 || month > 12) return bad_argument(s, 1, "must be from 1 to 12");
  if (day < 1 || day > days_in_month(year, static_cast<int>(month)))
    return bad_argument(s, 2, "is not a day of that month");
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
  int64_t year = 0;
  int number;
  iso_week(utc_of(t.seconds).date, year, number);
  return pair(s, int_value(s, year), Value::small_int(number));
}

// ---- Text

// Whether the text begins with a date such as 2023-02-29, which the calendar does not have.
bool names_no_day(std::string_view text) {
  int64_t year = 0;
  int month = 0, day = 0;
  const auto read = [&](size_t at, size_t digits, auto& out) {
    const char* begin = text.data() + at;
    return std::from_chars(begin, begin + digits, out).ptr == begin + digits && out >= 0;
  };
  const bool has_form = text.size() >= 10 && text[4] == '-' && text[7] == '-' && read(0, 4, year) &&
                        read(5, 2, month) && read(8, 2, day);
  return has_form && (month < 1 || month > 12 || day < 1 || day > days_in_month(year, month));
}

Value parse(Strand& s, const String& text) {
  Civil civil;
  if (parse_rfc3339(text.view(), civil)) return moment_value(s, moment_of(civil));
  if (names_no_day(text.view())) return unreadable(s, text, "a day of the calendar");
  return unreadable(s, text, "a time such as 2024-02-29T12:30:00Z",
                    "for other forms, and a time without a zone: `time.parse_with \"%F %T\" text`");
}

Value parse_with(Strand& s, const String& format, const String& text) {
  if (!is_short_format(s, 0, format)) return Value::exception();
  Civil civil;
  return parse_civil(text.view(), format.view(), civil) ? moment_value(s, moment_of(civil))
                                                        : unreadable_by(s, 0, format, text);
}

Value format_utc(Strand& s, const String& format, Moment t) {
  return formatted(s, 0, format, utc_of(t.seconds));
}
Value format_local(Strand& s, const String& format, Moment t) {
  return formatted(s, 0, format, civil_in(process_zone, t.seconds));
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
        R"(The calendar date and clock time of a moment in UTC: a record of year, month, day, hour, minute, second, fraction, weekday (1 is Monday), day_of_year, offset and zone.
(time.utc 0).year => 1970)"),
    row<local>("time.local", "t", kBorrows,
               "Like time.utc, in the local time zone; `offset` is in seconds east of UTC.", Effect::read),
    row<from_civil>(
        "time.from_utc", "r", kBorrows,
        R"(The moment for a record like that of time.utc. Its offset counts, and missing fields have their least value. An unknown field is a ValueError.
time.from_utc { year: 2000, month: 1, day: 1 } => 946684800)"),
    row<from_local>(
        "time.from_local", "r", kBorrows,
        R"(The moment for a record of local time, with fields as for time.from_utc. When clocks are set back, they show some times twice: the record's offset tells which is meant, and without an offset it is the first. When clocks are set forward, they never show some times: such a time counts by the offset before the change, unless the record has the offset after it.)",
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
    row<parse>("time.parse", "s", kBorrows,
               R"(The moment for a text in the form of RFC 3339, or for a date alone.
time.parse "2000-01-01T01:00:00+01:00" => 946684800)"),
    row<parse_with>(
        "time.parse_with", "format s", kBorrows,
        R"(Like time.parse, for text in a format of time.format. `%Y` and `%G` read four digits. `%Z` reads UTC, GMT and Z. `%s` overrides everything but `%f`. `%V` needs `%G`; `%V`, `%W` and `%U` mean the first day of the week unless a weekday is given. Otherwise weekdays are not compared with the date. A format has at most 10,000 bytes.
time.parse_with "%d.%m.%Y" "01.01.2000" => 946684800)"),
    row<format_utc>(
        "time.format", "format t", kBorrows,
        R"(The moment in UTC, rounded to microseconds and laid out by a format, as by Python's strftime: %Y %m %d %H %M %S %f (microseconds) %y %C %b %h %B %a %A %e %j %I %k %l %p %P %z %Z %s %u %w %U %W %G %g %V, %F %T %D %R %r %c %x %X, %n %t %%. `%-d` is a number without zeros before it. `%U` and `%W` count weeks from the year's first Sunday and Monday, `%V` by ISO 8601. %k and %l are hours after a space, and %P is am or pm.
time.format "%d %b %Y, %H:%M" 0 => "01 Jan 1970, 00:00"
time.format "%-d/%-m/%y, week %W" 0 => "1/1/70, week 00")"),
    row<format_local>("time.format_local", "format t", kBorrows,
                      "The moment in the local time zone, laid out as by time.format.", Effect::read),
    row<show>("time.show", "t", kBorrows,
              R"(The moment as text in the form of RFC 3339, in UTC, rounded to microseconds.
time.show 0.5 => "1970-01-01T00:00:00.5Z")"),
    row<show_local>("time.show_local", "t", kBorrows,
                    "The moment as text in the form of RFC 3339, in the local time zone.", Effect::read),
};

}  // namespace

NativeTable time_natives() { return kRows; }

}  // namespace aspen
