// What clocks in a time zone show, and at which moments they show it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "stdlib/system/calendar.h"

namespace aspen {

// What a zone's clocks are set to for some time.
struct ZoneTime {
  int offset = 0;  // seconds east of UTC
  std::string name;
};

// A time zone: what it has at a moment in whole seconds. Its offsets lie within a day.
using Zone = std::function<ZoneTime(int64_t seconds)>;

// The time zone of the process, by TZ as it is at each call.
ZoneTime process_zone(int64_t seconds);

Civil civil_in(const Zone& zone, double moment);

// The moment at which clocks in the zone show this, whatever has been asked before. Of several, when clocks
// were set back, it is the one that `offset` belongs to, else the first. At none, when they were set forward,
// the time counts by `offset` if that is the one before or after the change, else by the one before. The
// offset of `civil` does not count.
double moment_in(const Zone& zone, const Civil& civil, std::optional<int> offset);

}  // namespace aspen
