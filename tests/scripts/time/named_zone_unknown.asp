# A time zone that the system does not know is an error, and so is what is not in its database.
for zone in ["Europe/Nowhere", "", "Europe", "../zoneinfo/UTC", "/etc/localtime", "localtime", "right/UTC", "zone.tab"] {
    print (match try (time.in_zone zone 0) { Err (ValueError e) -> e.message == "time.in_zone: zone must be a time zone of this system, such as \"Europe/Berlin\", not {show zone}", other -> other })
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
print (show (try time.from_zone "UTC" { yaer: 2024 }))
# expect: Err (ValueError { message: "time.from_zone: r has the unknown field yaer" })
print (show (try time.format_in "UTC" "%Q" 0))
# expect: Err (ValueError { message: "time.format_in: format has the unknown directive %Q" })
