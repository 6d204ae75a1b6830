// Civil dates of the proleptic Gregorian calendar. A moment is a number of seconds since 1970-01-01T00:00:00
// UTC, without leap seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aspen {

struct Date {
  int64_t year = 1970;
  int month = 1;  // 1 … 12
  int day = 1;    // 1 … 31
};

struct Civil {
  Date date;
  int hour = 0, minute = 0, second = 0;
  double fraction = 0;  // of a second, 0 up to 1
  int offset = 0;       // seconds east of UTC
  std::string zone = "UTC";
};

inline constexpr int64_t kSecondsPerDay = 86'400;

bool is_leap_year(int64_t year);
int days_in_month(int64_t year, int month);
// Days since 1970-01-01, and back.
int64_t days_of(const Date& date);
Date date_of(int64_t days);
// 1 is Monday, 7 is Sunday.
int weekday_of(int64_t days);
// Counts from 1.
int day_of_year(const Date& date);
// The week of ISO 8601, and the year that this week belongs to.
void iso_week(const Date& date, int64_t& year, int& week);

double moment_of(const Civil& civil);
// Without the fraction.
int64_t whole_seconds_of(const Civil& civil);
Civil utc_of(double moment);

// Formats with the directives of strftime, to the nearest microsecond. Nothing if a directive is unknown;
// `wrong` is then that directive.
std::optional<std::string> format_civil(const Civil& civil, std::string_view format, std::string& wrong);
// Reads text with the same directives. Fields that the text does not give keep their values from Civil{}.
// False if the text does not match the format.
bool parse_civil(std::string_view text, std::string_view format, Civil& out);
// Likewise; `is_moment` says whether the text gives an offset from UTC or a moment.
bool parse_civil(std::string_view text, std::string_view format, Civil& out, bool& is_moment);
// Reads RFC 3339, and dates without a time.
bool parse_rfc3339(std::string_view text, Civil& out);
std::string rfc3339(const Civil& civil);

}  // namespace aspen
