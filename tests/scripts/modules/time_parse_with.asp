# All directives that time.format writes can be read; one that nothing knows is the format's fault.
print (time.parse_with "%H:%M %Z" "10:00 UTC", time.parse_with "%s" "-86400", time.parse_with "%s.%f" "12.25")
# expect: (36000, -86400, 12.25)
print (time.show (time.parse_with "%G-W%V-%u" "2020-W53-7"), time.show (time.parse_with "%G-W%V" "2021-W01"))
# expect: ("2021-01-03T00:00:00Z", "2021-01-04T00:00:00Z")
wrong = filter (n -> {
    t = 86400 * 97 * n
    time.parse_with "%G %V %a" (time.format "%G %V %a" t) != t
}) (list (0..200))
print wrong
# expect: []
for (format, text) in [("%Q", "1"), ("%Y%", "2024"), ("%G-W%V", "2021-W53"), ("%H %Z", "10 CEST"), ("%s", "x")] {
    match try (time.parse_with format text) {
        Err (ValueError e) -> print e.message
        other -> print other
    }
}
# expect: time.parse_with: format has the unknown directive %Q
# expect: time.parse_with: format has the unknown directive %
# expect: time.parse_with: "2021-W53" is not as the format says
# expect: time.parse_with: "10 CEST" is not as the format says
# expect: time.parse_with: "x" is not as the format says
