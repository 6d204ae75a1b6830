# Weeks, years and numbers without padding are those of Python's strftime; times come back from their text.
formats = ["%U", "%W", "%C", "%g", "%h", "%k", "%l", "%P", "%r", "%x", "%X", "%-d %-m %-H %-I %-M %-S %-j %-y"]
for { year, month, day, hour, minute, second } in [
    { year: 2024, month: 1, day: 1, hour: 0, minute: 0, second: 0 },
    { year: 2023, month: 1, day: 1, hour: 9, minute: 5, second: 7 },
    { year: 2021, month: 1, day: 3, hour: 12, minute: 0, second: 0 },
    { year: 2022, month: 12, day: 31, hour: 23, minute: 59, second: 59 },
    { year: 2000, month: 2, day: 29, hour: 13, minute: 10, second: 0 },
    { year: 1999, month: 12, day: 31, hour: 1, minute: 2, second: 3 },
    { year: 2026, month: 1, day: 4, hour: 10, minute: 0, second: 0 },
    { year: 2009, month: 7, day: 5, hour: 20, minute: 30, second: 40 },
] {
    t = time.from_utc { year, month, day, hour, minute, second }
    print (join "|" (map (f -> time.format f t) formats))
}
# expect: 00|01|20|24|Jan| 0|12|am|12:00:00 AM|01/01/24|00:00:00|1 1 0 12 0 0 1 24
# expect: 01|00|20|22|Jan| 9| 9|am|09:05:07 AM|01/01/23|09:05:07|1 1 9 9 5 7 1 23
# expect: 01|00|20|20|Jan|12|12|pm|12:00:00 PM|01/03/21|12:00:00|3 1 12 12 0 0 3 21
# expect: 52|52|20|22|Dec|23|11|pm|11:59:59 PM|12/31/22|23:59:59|31 12 23 11 59 59 365 22
# expect: 09|09|20|00|Feb|13| 1|pm|01:10:00 PM|02/29/00|13:10:00|29 2 13 1 10 0 60 0
# expect: 52|52|19|99|Dec| 1| 1|am|01:02:03 AM|12/31/99|01:02:03|31 12 1 1 2 3 365 99
# expect: 01|00|20|26|Jan|10|10|am|10:00:00 AM|01/04/26|10:00:00|4 1 10 10 0 0 4 26
# expect: 27|26|20|09|Jul|20| 8|pm|08:30:40 PM|07/05/09|20:30:40|5 7 20 8 30 40 186 9

# A week and a weekday give the day; without a weekday, the day on which the week begins.
days = list (0..800)
bad = (format -> filter (n -> {
    t = time.date 2023 1 1 + n * 86400
    time.parse_with format (time.format format t) != t
} ) days)
print (map bad ["%Y %U %w", "%Y %W %u", "%G-W%V-%u", "%Y-%j", "%-d.%-m.%Y", "%e %b %Y %l %P"])
print (map (p -> time.format "%F" (time.parse_with p.0 p.1)) [("%Y %U", "2024 01"), ("%Y %W", "2024 01"), ("%Y %W %a", "2023 00 Sun")])
# expect: [[], [], [], [], [], []]
# expect: ["2024-01-07", "2024-01-01", "2023-01-01"]

# What is no day of that year, or might be another year, is refused.
for format, text in [("%Y-%j", "2023-366"), ("%Y-%m-%d", "24-01-02"), ("%Y %U %w", "2024 53 6"), ("%G-W%V", "24-W01"), ("%-F", "2024-01-01")] {
    print ((try (time.parse_with format text)) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
