# A misspelt field is an error; it does not count as a missing one.
for attempt in [
    () -> time.from_utc { yaer: 2024 },
    () -> time.from_local { year: 2024, mon: 2 },
    () -> url.show { hots: "h" },
] {
    match try (attempt ()) {
        Err (ValueError e) -> print e.message
        other -> print other
    }
}
# expect: time.from_utc: r has the unknown field yaer
# expect: time.from_local: r has the unknown field mon
# expect: url.show: parts has the unknown field hots
print (time.from_utc (time.utc 0.5), url.show (url.parse "http://h/p"))
# expect: (0.5, "http://h/p")
