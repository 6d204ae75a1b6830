# Text without an offset means the time in the zone; an offset, or seconds since 1970, count instead.
berlin = time.parse_in "Europe/Berlin"
print (time.show (berlin "%F %R" "2024-07-01 12:00"), time.show (berlin "%F %R" "2024-01-01 12:00"))
# expect: ("2024-07-01T10:00:00Z", "2024-01-01T11:00:00Z")
print (time.show (berlin "%F %R %z" "2024-07-01 12:00 -0400"), time.show (berlin "%F %R %Z" "2024-07-01 12:00 UTC"))
# expect: ("2024-07-01T16:00:00Z", "2024-07-01T12:00:00Z")
print (berlin "%s" "1700000000")
# expect: 1700000000
print (time.show (berlin "%F %R" "2024-10-27 02:30"), time.show (berlin "%F %R" "2024-03-31 02:30"))
# expect: ("2024-10-27T00:30:00Z", "2024-03-31T01:30:00Z")
print (try (berlin "%F" "tomorrow"))
# expect: Err (ValueError { message: "time.parse_in: \"tomorrow\" is not as the format says" })
print (try (berlin "%Q" "tomorrow"))
# expect: Err (ValueError { message: "time.parse_in: format has the unknown directive %Q" })
