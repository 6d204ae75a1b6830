#include "stdlib/system/local_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "stdlib/system/environment.h"

namespace aspen {

namespace {

// The offsets that a zone has around a time on its clocks, which are at most a day from UTC.
using Offsets = std::array<int, 3>;

Offsets offsets_around(const Zone& zone, int64_t shown) {
  return {zone(shown - kSecondsPerDay).offset, zone(shown).offset, zone(shown + kSecondsPerDay).offset};
}

bool holds(const Zone& zone, int64_t shown, int offset) { return zone(shown - offset).offset == offset; }

// The first moment has the greatest offset.
std::optional<int> first_that_holds(const Zone& zone, int64_t shown, Offsets offsets) {
  std::sort(offsets.begin(), offsets.end(), std::greater<>());
  for (int offset : offsets) {
    if (holds(zone, shown, offset)) return offset;
  }
  return std::nullopt;
}

int meant_offset(const Zone& zone, int64_t shown, std::optional<int> wanted) {
  if (wanted && holds(zone, shown, *wanted)) return *wanted;
  const Offsets around = offsets_around(zone, shown);
  if (auto first = first_that_holds(zone, shown, around)) return *first;
  return wanted && *wanted == around.back() ? around.back() : around.front();
}

}  // namespace

ZoneTime process_zone(int64_t seconds) {
  auto moment = static_cast<time_t>(seconds);
  std::tm here{};
  auto hold = hold_environment();  // the zone's name, too, lies where the library keeps it
  ::localtime_r(&moment, &here);
  return {static_cast<int>(here.tm_gmtoff), here.tm_zone};
}

Civil civil_in(const Zone& zone, double moment) {
  Civil out = utc_of(moment);
  int64_t seconds = whole_seconds_of(out);
  ZoneTime here = zone(seconds);
  // The fraction is not added to again, which could round it.
  double fraction = out.fraction;
  out = utc_of(static_cast<double>(seconds + here.offset));
  out.fraction = fraction;
  out.offset = here.offset;
  out.zone = std::move(here.name);
  return out;
}

double moment_in(const Zone& zone, const Civil& civil, std::optional<int> offset) {
  Civil here = civil;
  here.offset = 0;
  here.offset = meant_offset(zone, whole_seconds_of(here), offset);
  return moment_of(here);
}

}  // namespace aspen
