#include "stdlib/system/civil_value.h"

#include <cmath>

#include "stdlib/native/fields.h"
#include "stdlib/native/natives.h"
#include "vm/run/operators/show.h"

namespace aspen {

Moment Argument<Moment>::read(Strand& s, Value* args, unsigned i, bool& ok) {
  double seconds = Argument<double>::read(s, args, i, ok);
  if (ok && !(std::fabs(seconds) <= Moment::kFarthest)) {
    bad_argument(s, i, "is beyond the calendar");
    ok = false;
  }
  return {ok ? seconds : 0};
}

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

namespace {

// Reads an Int field if it exists; false with a ValueError pending if it is out of range.
bool read_field(Strand& s, unsigned i, const Record& r, const char* name, int64_t low, int64_t high,
                int64_t& out) {
  int slot = s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern(name));
  if (slot < 0) return true;
  Value v = r.slots()[slot];
  if (!s.touch(v)) return false;
  if (fits_int64(v, out) && out >= low && out <= high) return true;
  return fail_with(bad_argument(s, i,
                                std::string("has a ") + name + " that is not from " + std::to_string(low) +
                                    " to " + std::to_string(high)));
}

// The fields that civil_value makes. Weekday, day_of_year and zone follow from the others and are ignored.
constexpr const char* kCivilFields[] = {"year",     "month",   "day",         "hour",   "minute", "second",
                                        "fraction", "weekday", "day_of_year", "offset", "zone"};

// Nothing if it is missing. False with an error pending if it is no fraction of a second.
bool read_fraction(Strand& s, unsigned i, const Record& r, double& out) {
  int slot = s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern("fraction"));
  if (slot < 0) return true;
  Value v = r.slots()[slot];
  if (!s.touch(v)) return false;
  out = is_number(v) ? to_double(v) : -1;
  if (out >= 0 && out < 1) return true;
  return fail_with(bad_argument(s, i, "has a fraction that is not at least 0 and below 1"));
}

bool has_field(Strand& s, const Record& r, const char* name) {
  return s.machine().shapes()[r.shape()].slot(s.machine().symbols().intern(name)) >= 0;
}

}  // namespace

bool read_civil(Strand& s, unsigned i, const Record& r, Civil& out, std::optional<int>& east) {
  if (!has_only_fields(s, r, kCivilFields, i)) return false;
  constexpr int64_t kFarthestYear = 30'000'000;
  int64_t month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0;
  if (!read_field(s, i, r, "year", -kFarthestYear, kFarthestYear, out.date.year) ||
      !read_field(s, i, r, "month", 1, 12, month) ||
      !read_field(s, i, r, "day", 1, days_in_month(out.date.year, static_cast<int>(month)), day) ||
      !read_field(s, i, r, "hour", 0, 23, hour) || !read_field(s, i, r, "minute", 0, 59, minute) ||
      !read_field(s, i, r, "second", 0, 60, second) ||
      !read_field(s, i, r, "offset", -kSecondsPerDay, kSecondsPerDay, offset) ||
      !read_fraction(s, i, r, out.fraction)) {
    return false;
  }
  out.date.month = static_cast<int>(month), out.date.day = static_cast<int>(day);
  out.hour = static_cast<int>(hour), out.minute = static_cast<int>(minute),
  out.second = static_cast<int>(second);
  out.offset = static_cast<int>(offset);
  if (has_field(s, r, "offset")) east = out.offset;
  return true;
}

Value unreadable(Strand& s, const String& text, std::string_view wanted, std::string_view hint) {
  return s.value_error(std::string(s.native()->name) + ": " + shorten(s, Value::object(&text)) + " is not " +
                           std::string(wanted),
                       hint);
}

Value unreadable_by(Strand& s, unsigned i, const String& format, const String& text) {
  std::string wrong;
  return format_civil({}, format.view(), wrong) ? unreadable(s, text, "as the format says")
                                                : bad_argument(s, i, "has the unknown directive " + wrong);
}

bool is_short_format(Strand& s, unsigned i, const String& format) {
  constexpr size_t kMost = 10'000;
  return format.length <= kMost ||
         fail_with(bad_argument(s, i, "has more than " + std::to_string(kMost) + " bytes"));
}

// The beginning of a format, which cuts no directive.
static std::string_view first_piece(std::string_view format) {
  constexpr size_t kBytes = 256;
  size_t end = 0;
  while (end < std::min(kBytes, format.size()))
    end += format[end] != '%' ? 1 : format.substr(end).starts_with("%-") ? 3 : 2;
  return format.substr(0, end);
}

Value formatted(Strand& s, unsigned i, const String& format, const Civil& civil) {
  constexpr uint64_t kWorkPerByte = 20;
  ScratchText out = scratch_text(s);
  std::string wrong;
  for (std::string_view rest = format.view(); !rest.empty();) {
    const std::string_view piece = first_piece(rest);
    if (!s.work(kPieceWork + kWorkPerByte * piece.size())) return s.raise_stop();
    const auto text = format_civil(civil, piece, wrong);
    if (!text) return bad_argument(s, i, "has the unknown directive " + wrong);
    out += *text;
    rest.remove_prefix(piece.size());
  }
  return checked_text(s, out);
}

}  // namespace aspen
