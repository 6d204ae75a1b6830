#include "stdlib/system/named_zone.h"

#include <absl/time/time.h>
#include <sys/stat.h>

#include <mutex>
#include <string>
#include <unordered_map>

#include "stdlib/system/environment.h"
#include "vm/heap/heap.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// What a zone of the largest kind takes. The library keeps the zones that it has read for the whole process;
// each machine pays for those that it has asked for.
constexpr size_t kZoneBytes = size_t{56} << 10;
constexpr uint64_t kBytesPerWork = 8;
constexpr size_t kMostNameBytes = 64;

class NamedZones final : public LibraryState {
 public:
  static NamedZones& of(Strand& s) {
    return static_cast<NamedZones&>(s.machine().library_state(
        []() -> std::unique_ptr<LibraryState> { return std::make_unique<NamedZones>(); }));
  }

  std::optional<absl::TimeZone> find(const std::string& name) {
    const std::lock_guard hold(lock_);
    auto found = kept_.find(name);
    return found == kept_.end() ? std::nullopt : std::optional(found->second.zone);
  }
  void keep(const std::string& name, absl::TimeZone zone, Charge charge) {
    const std::lock_guard hold(lock_);
    kept_.try_emplace(name, Entry{zone, std::move(charge)});
  }

 private:
  struct Entry {
    absl::TimeZone zone;
    Charge charge;
  };
  std::mutex lock_;
  std::unordered_map<std::string, Entry> kept_;  // guarded by the lock
};

// Whether the database may have such a zone. The library would take other names for files anywhere, for the
// local zone or for fixed offsets. The zones in right/ count leap seconds.
bool is_zone_name(std::string_view name) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
  return !name.empty() && name.size() <= kMostNameBytes && name[0] != '/' && name != "localtime" &&
         name.find_first_not_of(kLetters) == std::string_view::npos && !name.starts_with("Fixed/") &&
         !name.starts_with("right/") && !name.starts_with("posix/");
}

// The library keeps every name that it is asked for, so it is asked only for those that there are.
bool is_in_database(const std::string& name) {
  const std::string folder = environment_variable("TZDIR").value_or("/usr/share/zoneinfo");
  struct stat file {};
  return ::stat((folder + "/" + name).c_str(), &file) == 0 && S_ISREG(file.st_mode);
}

bool load(const std::string& name, absl::TimeZone& out) {
  if (!is_zone_name(name) || !is_in_database(name)) return false;
  auto hold = hold_environment();  // the library looks for TZDIR
  return absl::LoadTimeZone(name, &out);
}

ZoneTime time_in(const absl::TimeZone& zone, int64_t seconds) {
  const absl::TimeZone::CivilInfo here = zone.At(absl::FromUnixSeconds(seconds));
  return {here.offset, here.zone_abbr};
}

}  // namespace

std::optional<Zone> named_zone(Strand& s, unsigned i, std::string_view text) {
  NamedZones& zones = NamedZones::of(s);
  const std::string name(text.substr(0, kMostNameBytes + 1));
  std::optional<absl::TimeZone> zone = zones.find(name);
  if (!zone) {
    Charge bytes(s.machine().heap().memory());
    if (!s.charge(bytes, kZoneBytes)) return std::nullopt;
    if (!s.work(kZoneBytes / kBytesPerWork)) {
      s.raise_stop();
      return std::nullopt;
    }
    if (!load(name, zone.emplace())) {
      std::string complaint = "must be a time zone of this system, such as \"Europe/Berlin\", not ";
      append_quoted(complaint, name);
      bad_argument(s, i, complaint);
      return std::nullopt;
    }
    zones.keep(name, *zone, std::move(bytes));
  }
  return [zone = *zone](int64_t seconds) { return time_in(zone, seconds); };
}

}  // namespace aspen
