#!/usr/bin/env python3
"""Local times beside Python's zoneinfo: writes a script that has to print how many rows differ: none.

    tests/random/local_times.py > tests/scripts/time/local_times_equal_pythons.asp
    tests/random/local_times.py --named > tests/scripts/time/named_zones_equal_pythons.asp

The rows lie around changes of summer time and anywhere in 2023 to 2031, in an order that the seed shuffles.
Each zone is the rule at the end of its zoneinfo file, so that the script needs no such file. For each local
time there is a row without an offset, which is Python's fold=0, and one with the offset of either fold.

With --named, the zones are those of the system's database, the rows lie in 1900 to 2100, and zones take turns.
"""
import argparse
import datetime
import random
import zoneinfo

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "America/St_Johns", "Asia/Kolkata",
         "Pacific/Chatham", "America/Santiago"]
UTC = datetime.timezone.utc
HOUR = datetime.timedelta(hours=1)

HEAD = """# Repeated, missing and other local times mean the moments that Python's zoneinfo says, in any order.
# `tests/random/local_times.py` has written this file.
differing = cell 0
differ = what found expected -> {
    print "{what}: {found}, not {expected}"
    cell.update (n -> n + 1) differing
}
from_local = date hour minute offset expected -> {
    year, month, day = date
    r = { year, month, day, hour, minute }
    found = time.from_local (if offset == () { r } else { { ..r, offset } })
    if found != expected { differ "{env.get "TZ"} {date} {hour}:{minute} {offset}" found expected }
}
to_local = t expected -> {
    r = time.local t
    found = (r.year, r.month, r.day, r.hour, r.minute, r.second, r.offset, r.zone)
    if found != expected { differ "{env.get "TZ"} {t}" found expected }
    if time.from_local r != t { differ "{t} and back" (time.from_local r) t }
}
"""


NAMED_HEAD = """# What clocks of named time zones show, and when, is what Python's zoneinfo says.
# `tests/random/local_times.py --named` has written this file.
differing = cell 0
differ = what found expected -> {
    print "{what}: {found}, not {expected}"
    cell.update (n -> n + 1) differing
}
from_zone = zone date hour minute offset expected -> {
    year, month, day = date
    r = { year, month, day, hour, minute }
    found = time.from_zone zone (if offset == () { r } else { { ..r, offset } })
    if found != expected { differ "{zone} {date} {hour}:{minute} {offset}" found expected }
}
to_zone = zone t expected -> {
    r = time.in_zone zone t
    found = (r.year, r.month, r.day, r.hour, r.minute, r.second, r.offset, r.zone)
    if found != expected { differ "{zone} {t}" found expected }
    if time.from_zone zone r != t { differ "{zone} {t} and back" (time.from_zone zone r) t }
}
"""


def rule_of(name):
    for folder in zoneinfo.TZPATH:
        try:
            with open(f"{folder}/{name}", "rb") as file:
                return file.read().rstrip(b"\n").rpartition(b"\n")[2].decode()
        except FileNotFoundError:
            pass
    raise FileNotFoundError(name)


def changes(zone, years):
    """The hours in which the offset changes, in UTC."""
    moment = datetime.datetime(years.start, 1, 1, tzinfo=UTC)
    found = []
    while moment.year < years.stop:
        later = moment + HOUR
        if moment.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            found.append(moment)
        moment = later
    return found


def local_times(rng, zone, found, years, count):
    for _ in range(count):
        if found and rng.random() < 0.8:
            minutes = datetime.timedelta(minutes=rng.choice((-125, -91, -60, -31, -1, 0, 1, 29, 30, 59, 60, 90, 150)))
            moment = (rng.choice(found) + HOUR).astimezone(zone)
            yield moment.replace(tzinfo=None, second=0) + minutes
        else:
            minutes = rng.randrange(len(years) * 365 * 24 * 60)
            yield datetime.datetime(years.start, 1, 1) + datetime.timedelta(minutes=minutes)


def rows(rng, zone, years, count, named):
    found = changes(zone, years)
    of_zone = f'_zone "{zone.key}"' if named else "_local"
    for local in local_times(rng, zone, found, years, count):
        date = f"({local.year}, {local.month}, {local.day})"
        for fold in (None, 0, 1):
            meant = local.replace(tzinfo=zone, fold=fold or 0)
            offset = "()" if fold is None else int(meant.utcoffset().total_seconds())
            yield f"from{of_zone} {date} {local.hour} {local.minute} {offset} {int(meant.timestamp())}"
        moment = int(local.replace(tzinfo=zone, fold=rng.randrange(2)).timestamp()) + rng.randrange(60)
        shown = datetime.datetime.fromtimestamp(moment, zone)
        parts = ", ".join(str(part) for part in shown.timetuple()[:6])
        yield f'to{of_zone} {moment} ({parts}, {int(shown.utcoffset().total_seconds())}, "{shown.tzname()}")'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=50, help="of each zone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--named", action="store_true", help="zones by name")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    years = range(1900, 2100) if options.named else range(2023, 2032)
    written = []
    for name in ZONES:
        of_zone = [*rows(rng, zoneinfo.ZoneInfo(name), years, options.times, options.named)]
        rng.shuffle(of_zone)
        written += of_zone if options.named else [f'env.set "TZ" "{rule_of(name)}"  # {name}', *of_zone]
    if options.named:
        rng.shuffle(written)
    print(NAMED_HEAD if options.named else HEAD, end="")
    print(*written, sep="\n")
    print('print "{cell.get differing} differ"\n# expect: 0 differ')


main()
