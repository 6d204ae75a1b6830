#!/usr/bin/env python3
"""Local times beside Python's zoneinfo: writes a script that has to print how many rows differ: none.

    tests/random/local_times.py > tests/scripts/time/local_times_equal_pythons.asp

The rows lie around changes of summer time and anywhere in 2023 to 2031, in an order that the seed shuffles.
Each zone is the rule at the end of its zoneinfo file, so that the script needs no such file. For each local
time there is a row without an offset, which is Python's fold=0, and one with the offset of either fold.
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


def rule_of(name):
    for folder in zoneinfo.TZPATH:
        try:
            with open(f"{folder}/{name}", "rb") as file:
                return file.read().rstrip(b"\n").rpartition(b"\n")[2].decode()
        except FileNotFoundError:
            pass
    raise FileNotFoundError(name)


def changes(zone):
    """The hours in which the offset changes, in UTC."""
    moment = datetime.datetime(2023, 1, 1, tzinfo=UTC)
    found = []
    while moment.year < 2032:
        later = moment + HOUR
        if moment.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            found.append(moment)
        moment = later
    return found


def local_times(rng, zone, found, count):
    for _ in range(count):
        if found and rng.random() < 0.8:
            minutes = datetime.timedelta(minutes=rng.choice((-125, -91, -60, -31, -1, 0, 1, 29, 30, 59, 60, 90, 150)))
            moment = (rng.choice(found) + HOUR).astimezone(zone)
            yield moment.replace(tzinfo=None) + minutes
        else:
            yield datetime.datetime(2023, 1, 1) + datetime.timedelta(minutes=rng.randrange(9 * 365 * 24 * 60))


def rows(rng, zone, count):
    found = changes(zone)
    for local in local_times(rng, zone, found, count):
        date = f"({local.year}, {local.month}, {local.day})"
        for fold in (None, 0, 1):
            meant = local.replace(tzinfo=zone, fold=fold or 0)
            offset = "()" if fold is None else int(meant.utcoffset().total_seconds())
            yield f"from_local {date} {local.hour} {local.minute} {offset} {int(meant.timestamp())}"
        moment = int(local.replace(tzinfo=zone, fold=rng.randrange(2)).timestamp()) + rng.randrange(60)
        shown = datetime.datetime.fromtimestamp(moment, zone)
        parts = ", ".join(str(part) for part in shown.timetuple()[:6])
        yield f'to_local {moment} ({parts}, {int(shown.utcoffset().total_seconds())}, "{shown.tzname()}")'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=50, help="of each zone")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    print(HEAD, end="")
    for name in ZONES:
        of_zone = [*rows(rng, zoneinfo.ZoneInfo(name), options.times)]
        rng.shuffle(of_zone)
        print(f'env.set "TZ" "{rule_of(name)}"  # {name}')
        print(*of_zone, sep="\n")
    print('print "{cell.get differing} differ"\n# expect: 0 differ')


main()
