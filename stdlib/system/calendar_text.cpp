// Formats dates and times as text, and reads them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "stdlib/system/calendar.h"
#include "vm/object/utf8.h"
#include "vm/run/operators/number.h"
#include "vm/values/float_text.h"

namespace aspen {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                   "Friday", "Saturday", "Sunday"};
constexpr size_t kShort = 3;  // letters of a name cut short

void append_number(std::string& out, int64_t n, int digits) {
  if (n < 0) out += '-';
  std::string text = std::to_string(n < 0 ? -n : n);
  if (text.size() < static_cast<size_t>(digits)) out.append(static_cast<size_t>(digits) - text.size(), '0');
  out += text;
}

constexpr double kMicrosPerSecond = 1e6;

// The nearest whole microsecond. A floating-point moment is near the decimal fraction that it was read from,
// so truncation could give the microsecond before it.
int64_t micros_of(const Civil& c) { return std::llround(c.fraction * kMicrosPerSecond); }

// Rounds the whole moment, as its fraction may round up to the next second.
Civil rounded(const Civil& c) {
  if (static_cast<double>(micros_of(c)) < kMicrosPerSecond) return c;
  Civil whole = c;
  whole.fraction = 0;
  Civil out = utc_of(moment_of(whole) + c.offset + 1);
  out.offset = c.offset;
  out.zone = c.zone;
  return out;
}

void append_offset(std::string& out, int offset, bool colon) {
  out += offset < 0 ? '-' : '+';
  int minutes = std::abs(offset) / 60;
  append_number(out, minutes / 60, 2);
  if (colon) out += ':';
  append_number(out, minutes % 60, 2);
}

// The directives that this one abbreviates; null if it abbreviates none.
const char* composed(char directive) {
  switch (directive) {
    case 'F': return "%Y-%m-%d";
    case 'T': return "%H:%M:%S";
    case 'D': return "%m/%d/%y";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'h': return "%b";
    case 'x': return "%m/%d/%y";
    case 'X': return "%H:%M:%S";
    case 'c': return "%a %b %e %H:%M:%S %Y";
    default: return nullptr;
  }
}

bool append_name(std::string& out, const Civil& c, char directive) {
  std::string_view day = kDays[static_cast<size_t>(weekday_of(days_of(c.date)) - 1)];
  std::string_view month = kMonths[static_cast<size_t>(c.date.month - 1)];
  switch (directive) {
    case 'a': out += day.substr(0, kShort); return true;
    case 'A': out += day; return true;
    case 'b': out += month.substr(0, kShort); return true;
    case 'B': out += month; return true;
    case 'p': out += c.hour < 12 ? "AM" : "PM"; return true;
    case 'P': out += c.hour < 12 ? "am" : "pm"; return true;
    case 'z': append_offset(out, c.offset, false); return true;
    case 'Z': out += c.zone; return true;
    case 'n': out += '\n'; return true;
    case 't': out += '\t'; return true;
    case '%': out += '%'; return true;
    default: return false;
  }
}

// The week of the year, from 0: week 1 begins with the year's first Sunday or Monday.
int week_from(const Date& date, bool begins_on_monday) {
  const int weekday = weekday_of(days_of(date));  // 1 is Monday
  return (day_of_year(date) + 6 - (begins_on_monday ? weekday - 1 : weekday % 7)) / 7;
}

int last_two_digits(int64_t n) { return static_cast<int>(((n % 100) + 100) % 100); }

bool append_week(std::string& out, const Civil& c, char directive) {
  int64_t year;
  int week;
  iso_week(c.date, year, week);
  switch (directive) {
    case 'G': append_number(out, year, 4); return true;
    case 'g': append_number(out, last_two_digits(year), 2); return true;
    case 'V': append_number(out, week, 2); return true;
    case 'U': append_number(out, week_from(c.date, false), 2); return true;
    case 'W': append_number(out, week_from(c.date, true), 2); return true;
    case 'u': append_number(out, weekday_of(days_of(c.date)), 1); return true;
    case 'w': append_number(out, weekday_of(days_of(c.date)) % 7, 1); return true;
    default: return false;
  }
}

void append_spaced(std::string& out, int n) {
  if (n < 10) out += ' ';
  append_number(out, n, 1);
}

bool append_directive(std::string& out, const Civil& c, char directive) {
  switch (directive) {
    case 'Y': append_number(out, c.date.year, 4); return true;
    case 'y': append_number(out, last_two_digits(c.date.year), 2); return true;
    case 'C': append_number(out, (c.date.year - last_two_digits(c.date.year)) / 100, 2); return true;
    case 'm': append_number(out, c.date.month, 2); return true;
    case 'd': append_number(out, c.date.day, 2); return true;
    case 'e': append_spaced(out, c.date.day); return true;
    case 'j': append_number(out, day_of_year(c.date), 3); return true;
    case 'H': append_number(out, c.hour, 2); return true;
    case 'k': append_spaced(out, c.hour); return true;
    case 'I': append_number(out, (c.hour + 11) % 12 + 1, 2); return true;
    case 'l': append_spaced(out, (c.hour + 11) % 12 + 1); return true;
    case 'M': append_number(out, c.minute, 2); return true;
    case 'S': append_number(out, c.second, 2); return true;
    case 'f': append_number(out, micros_of(c), 6); return true;
    case 's': append_number(out, static_cast<int64_t>(std::floor(moment_of(c))), 1); return true;
    default: return append_name(out, c, directive) || append_week(out, c, directive);
  }
}

struct Directive {
  char letter = '\0';  // '\0': the format ends with a percent sign
  bool is_unpadded = false;
};

// The directive that begins at the percent sign; `at` becomes the index of its last character.
Directive directive_at(std::string_view format, size_t& at) {
  const bool is_unpadded = at + 2 < format.size() && format[at + 1] == '-';
  if (is_unpadded) ++at;
  if (at + 1 == format.size()) return {};
  return {format[++at], is_unpadded};
}

// The directives that write a number, which `%-d` and the like write without zeros or spaces before it.
bool is_padded(char directive) {
  return std::string_view("YyCGgmdejHkIlMSfUWV").find(directive) != std::string_view::npos;
}

bool append_unpadded(std::string& out, const Civil& c, char directive) {
  std::string padded;
  if (!is_padded(directive) || !append_directive(padded, c, directive)) return false;
  const bool is_negative = padded.starts_with('-');
  const size_t begin = std::min(padded.find_first_not_of("0 ", is_negative ? 1 : 0), padded.size() - 1);
  out.append(is_negative ? "-" : "").append(padded.substr(begin));
  return true;
}

// ---- Reading

class Reader {
 public:
  Reader(std::string_view text, Civil& out) : text_(text), out_(out) {}

  bool read(std::string_view format);
  bool at_end() const { return text_.empty(); }
  bool check();
  // Whether the text has given an offset from UTC, or a moment.
  bool is_moment() const { return is_moment_; }

 private:
  bool read_directive(Directive directive) {
    return (!directive.is_unpadded || is_padded(directive.letter)) && read_directive(directive.letter);
  }
  bool read_directive(char directive);
  bool read_name(char directive);
  bool read_offset();
  bool read_zone();
  bool read_week(char directive);
  bool read_moment();
  bool read_year(int64_t& out);
  bool take_week();
  bool take_week_from(bool begins_on_monday);
  bool read_fraction();
  bool skip_spaces();

  // At most `digits` digits.
  bool number(int digits, int64_t low, int64_t high, int64_t& out) {
    size_t size = 0;
    while (size < text_.size() && size < static_cast<size_t>(digits) && text_[size] >= '0' &&
           text_[size] <= '9')
      ++size;
    if (size == 0) return false;
    std::from_chars(text_.data(), text_.data() + size, out);
    text_.remove_prefix(size);
    return out >= low && out <= high;
  }
  bool number(int digits, int64_t low, int64_t high, int& out) {
    int64_t wide = 0;
    if (!number(digits, low, high, wide)) return false;
    out = static_cast<int>(wide);
    return true;
  }
  bool literal(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  // The index of the name that the text begins with, in full or short, in any case; -1 if there is none.
  template <size_t n>
  int name(const std::array<std::string_view, n>& names) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t size : {names[i].size(), kShort}) {
        if (!same_letters(text_.substr(0, size), names[i].substr(0, size))) continue;
        text_.remove_prefix(size);
        return static_cast<int>(i);
      }
    }
    return -1;
  }
  static bool same_letters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return (x | 32) == (y | 32); });
  }

  std::string_view text_;
  Civil& out_;
  bool afternoon_ = false, twelve_hours_ = false, is_moment_ = false;
  int day_of_year_ = 0;
  std::optional<int64_t> moment_, week_year_;
  int week_ = 0, weekday_ = 0;  // of ISO 8601; 0: not given
  std::optional<int> week_from_sunday_, week_from_monday_;
};

bool Reader::skip_spaces() {
  while (text_.starts_with(' ') || text_.starts_with('\t') || text_.starts_with('\n')) text_.remove_prefix(1);
  return true;
}

bool Reader::read(std::string_view format) {
  for (size_t i = 0; i < format.size(); ++i) {
    bool read = format[i] == ' '                            ? skip_spaces()
                : format[i] == '%' && i + 1 < format.size() ? read_directive(directive_at(format, i))
                                                            : literal(format[i]);
    if (!read) return false;
  }
  return true;
}

bool Reader::read_fraction() {
  constexpr size_t kMostDigits = 32;  // far more than a Float holds
  const size_t digits = std::min(text_.find_first_not_of("0123456789"), text_.size());
  if (digits == 0) return false;
  out_.fraction = *parse_float("0." + std::string(text_.substr(0, std::min(digits, kMostDigits))));
  text_.remove_prefix(digits);
  return true;
}

bool Reader::read_offset() {
  out_.offset = 0;
  if (literal('Z') || literal('z')) return true;
  int sign = literal('-') ? -1 : literal('+') ? 1 : 0, hours = 0, minutes = 0;
  if (sign == 0 || !number(2, 0, 23, hours)) return false;
  literal(':');
  if (!number(2, 0, 59, minutes)) return false;
  out_.offset = sign * (hours * 3600 + minutes * 60);
  out_.zone = "";
  return true;
}

// Names of other zones give no offset: a name may have several, and may change with the date.
bool Reader::read_zone() {
  for (std::string_view zone : {"UTC", "GMT", "Z"}) {
    if (!text_.starts_with(zone)) continue;
    text_.remove_prefix(zone.size());
    out_.offset = 0;
    return true;
  }
  return false;
}

bool Reader::read_moment() {
  constexpr int64_t kFarthest = 1'000'000'000'000'000;
  const bool before = literal('-');
  if (!number(16, 0, kFarthest, moment_.emplace())) return false;
  if (before) *moment_ = -*moment_;
  return true;
}

bool Reader::read_week(char directive) {
  switch (directive) {
    case 'G': return read_year(week_year_.emplace());
    case 'U': return number(2, 0, 53, week_from_sunday_.emplace());
    case 'W': return number(2, 0, 53, week_from_monday_.emplace());
    case 'V': return number(2, 1, 53, week_);
    case 'u': return number(1, 1, 7, weekday_);
    case 'w':
      if (!number(1, 0, 6, weekday_)) return false;
      if (weekday_ == 0) weekday_ = 7;
      return true;
    default: return false;
  }
}

bool Reader::read_name(char directive) {
  switch (directive) {
    case 'a':
    case 'A': return (weekday_ = name(kDays) + 1) > 0;
    case 'b':
    case 'B': return (out_.date.month = name(kMonths) + 1) > 0;
    case 'p':
    case 'P':
      if (text_.size() < 2 || (text_[1] | 32) != 'm') return false;
      afternoon_ = (text_[0] | 32) == 'p';
      text_.remove_prefix(2);
      return true;
    default: return read_week(directive);
  }
}

// At least four digits, as time.format writes them: "24" may mean 2024.
bool Reader::read_year(int64_t& out) {
  constexpr size_t kDigits = 4;
  const bool before = literal('-');
  if (std::min(text_.find_first_not_of("0123456789"), text_.size()) < kDigits) return false;
  if (!number(before ? 9 : kDigits, 0, 999'999'999, out)) return false;
  if (before) out = -out;
  return true;
}

bool Reader::read_directive(char directive) {
  if (const char* parts = composed(directive)) return read(parts);
  switch (directive) {
    case 'Y': return read_year(out_.date.year);
    case 'y':
      if (!number(2, 0, 99, out_.date.year)) return false;
      out_.date.year += out_.date.year < 69 ? 2000 : 1900;
      return true;
    case 'm': return number(2, 1, 12, out_.date.month);
    case 'e':
    case 'd': return skip_spaces() && number(2, 1, 31, out_.date.day);
    case 'j': return number(3, 1, 366, day_of_year_);
    case 'k': skip_spaces(); [[fallthrough]];
    case 'H': return number(2, 0, 23, out_.hour);
    case 'l': skip_spaces(); [[fallthrough]];
    case 'I': return (twelve_hours_ = true) && number(2, 1, 12, out_.hour);
    case 'M': return number(2, 0, 59, out_.minute);
    case 'S': return number(2, 0, 60, out_.second);
    case 'f': return read_fraction();
    case 'z': return (is_moment_ = read_offset());
    case 'Z': return (is_moment_ = read_zone());
    case 's': return (is_moment_ = read_moment());
    case 'n':
    case 't': return skip_spaces();
    case '%': return literal('%');
    default: return read_name(directive);
  }
}

// Whether the year has that week.
bool Reader::take_week() {
  const int64_t year = week_year_.value_or(out_.date.year);
  const int64_t in_first_week = days_of({year, 1, 4});
  const int64_t monday = in_first_week - weekday_of(in_first_week) + 1 + 7 * (week_ - 1);
  out_.date = date_of(monday + std::max(weekday_, 1) - 1);
  int64_t year_of_week = 0;
  int week = 0;
  iso_week(out_.date, year_of_week, week);
  return year_of_week == year;
}

// Likewise for weeks that begin on Sundays or Mondays, with a week 0 before the first of these days. Without
// a weekday it is the day on which the week begins.
bool Reader::take_week_from(bool begins_on_monday) {
  const int week = begins_on_monday ? *week_from_monday_ : *week_from_sunday_;
  const int first = begins_on_monday ? 1 : 7;
  const int days_in_week = ((weekday_ == 0 ? first : weekday_) - first + 7) % 7;
  const int64_t new_year = days_of({out_.date.year, 1, 1});
  const int64_t first_week = new_year + (first - weekday_of(new_year) + 7) % 7;
  const int64_t year = out_.date.year;
  out_.date = date_of(first_week + 7 * (week - 1) + days_in_week);
  return out_.date.year == year;
}

// Combines what was read, and says whether there is such a day.
bool Reader::check() {
  if (twelve_hours_) out_.hour = out_.hour % 12 + (afternoon_ ? 12 : 0);
  if (moment_) {
    const double fraction = out_.fraction;
    out_ = utc_of(static_cast<double>(*moment_));
    out_.fraction = fraction;
    return true;
  }
  if (week_ > 0 && !take_week()) return false;
  if (week_from_sunday_ && !take_week_from(false)) return false;
  if (week_from_monday_ && !take_week_from(true)) return false;
  if (day_of_year_ > (is_leap_year(out_.date.year) ? 366 : 365)) return false;
  if (day_of_year_ > 0) out_.date = date_of(days_of({out_.date.year, 1, 1}) + day_of_year_ - 1);
  return out_.date.day <= days_in_month(out_.date.year, out_.date.month);
}

}  // namespace

std::optional<std::string> format_civil(const Civil& exact, std::string_view format, std::string& wrong) {
  const Civil civil = rounded(exact);
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    const auto [letter, is_unpadded] = directive_at(format, i);
    const char* parts = is_unpadded ? nullptr : composed(letter);
    if (parts) {
      out += *format_civil(civil, parts, wrong);
    } else if (!(is_unpadded ? append_unpadded : append_directive)(out, civil, letter)) {
      wrong = is_unpadded ? "%-" : "%";
      if (letter) wrong += format.substr(i, character_bytes(static_cast<unsigned char>(letter)));
      return std::nullopt;
    }
  }
  return out;
}

bool parse_civil(std::string_view text, std::string_view format, Civil& out) {
  bool is_moment = false;
  return parse_civil(text, format, out, is_moment);
}

bool parse_civil(std::string_view text, std::string_view format, Civil& out, bool& is_moment) {
  Reader reader(text, out);
  const bool matches = reader.read(format) && reader.at_end() && reader.check();
  is_moment = reader.is_moment();
  return matches;
}

bool parse_rfc3339(std::string_view text, Civil& out) {
  constexpr size_t kDate = 10, kSeconds = 19;
  if (text.size() == kDate) return parse_civil(text, "%Y-%m-%d", out);
  if (text.size() <= kSeconds || (text[kDate] != 'T' && text[kDate] != 't' && text[kDate] != ' '))
    return false;
  std::string date_and_time = std::string(text.substr(0, kSeconds));
  date_and_time[kDate] = 'T';
  std::string_view rest = text.substr(kSeconds);
  if (!parse_civil(date_and_time, "%Y-%m-%dT%H:%M:%S", out)) return false;
  Reader tail(rest, out);
  return (rest.starts_with('.') ? tail.read(".%f%z") : tail.read("%z")) && tail.at_end();
}

std::string rfc3339(const Civil& exact) {
  const Civil civil = rounded(exact);
  std::string unused;
  std::string out = *format_civil(civil, "%Y-%m-%dT%H:%M:%S", unused);
  const int64_t micros = micros_of(civil);
  if (micros > 0) {
    out += '.';
    append_number(out, micros, 6);
    while (out.ends_with('0')) out.pop_back();
  }
  if (civil.offset == 0) return out + "Z";
  append_offset(out, civil.offset, true);
  return out;
}

}  // namespace aspen
