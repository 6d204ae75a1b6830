#include "stdlib/system/calendar.h"

#include <cmath>

namespace aspen {

namespace {

constexpr int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Days before each month of a year that begins in March, so that the leap day is its last.
int days_before_march_month(int month_from_march) { return (153 * month_from_march + 2) / 5; }

constexpr int64_t kDaysPer400Years = 146'097;
constexpr int64_t kDaysFrom0000March = 719'468;  // to 1970-01-01

}  // namespace

bool is_leap_year(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap_year(year));
}

int64_t days_of(const Date& date) {
  int64_t year = date.year - (date.month <= 2);
  int64_t era = floor_div(year, 400);
  int64_t year_of_era = year - era * 400;
  int from_march = (date.month + 9) % 12;
  int64_t day = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
                days_before_march_month(from_march) + date.day - 1;
  return era * kDaysPer400Years + day - kDaysFrom0000March;
}

Date date_of(int64_t days) {
  int64_t shifted = days + kDaysFrom0000March;
  int64_t era = floor_div(shifted, kDaysPer400Years);
  int64_t day = shifted - era * kDaysPer400Years;
  int64_t year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
  int day_of_march_year = static_cast<int>(day - (365 * year + year / 4 - year / 100));
  int from_march = (5 * day_of_march_year + 2) / 153;
  int month = from_march < 10 ? from_march + 3 : from_march - 9;
  return {year + era * 400 + (month <= 2), month,
          day_of_march_year - days_before_march_month(from_march) + 1};
}

int weekday_of(int64_t days) {
  constexpr int64_t kThursday = 3;  // 1970-01-01, counted from Monday
  int64_t from_monday = (days + kThursday) % 7;
  return static_cast<int>(from_monday < 0 ? from_monday + 8 : from_monday + 1);
}

int day_of_year(const Date& date) { return static_cast<int>(days_of(date) - days_of({date.year, 1, 1})) + 1; }

void iso_week(const Date& date, int64_t& year, int& week) {
  int64_t thursday = days_of(date) - weekday_of(days_of(date)) + 4;
  year = date_of(thursday).year;
  week = static_cast<int>((thursday - days_of({year, 1, 1})) / 7) + 1;
}

int64_t whole_seconds_of(const Civil& civil) {
  return days_of(civil.date) * kSecondsPerDay + civil.hour * 3600 + civil.minute * 60 + civil.second -
         civil.offset;
}

double moment_of(const Civil& civil) { return static_cast<double>(whole_seconds_of(civil)) + civil.fraction; }

Civil utc_of(double moment) {
  double whole = std::floor(moment);
  if (moment - whole == 1) whole = moment = whole + 1;  // closer below a second than a fraction can say
  auto seconds = static_cast<int64_t>(whole);
  int64_t days = floor_div(seconds, kSecondsPerDay);
  int rest = static_cast<int>(seconds - days * kSecondsPerDay);
  return {date_of(days), rest / 3600, rest / 60 % 60, rest % 60, moment - whole, 0, "UTC"};
}

}  // namespace aspen
