# A fraction is a number from 0 up to 1, and anything else is refused rather than left out.
print (time.from_utc { year: 1970, fraction: 0.5 }, time.from_utc { year: 1970, fraction: 0 }, (time.utc -1e-20).fraction)
# expect: (0.5, 0, 0.0)
for f in [1, 1.0, -0.25, math.nan, 10 ** 400, "0.5"] {
    match try (time.from_utc ({ year: 1970, fraction: f })) {
        Err (ValueError { message }) -> print message
        other -> print other
    }
}
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
# expect: time.from_utc: r has a fraction that is not at least 0 and below 1
print (try time.add_months (-2 ** 63) 0)
# expect: Err (ValueError { message: "time.add_months: n is too large" })
