# An interval of 0 seconds is refused.
told = seconds -> match try (time.every seconds) {
    Err (ValueError e) -> print e.message
    Err (TypeError e) -> print e.message
}
told 0
# expect: time.every: seconds must be a time above 0
told (-1.5)
# expect: time.every: seconds must be a time above 0
told math.nan
# expect: time.every: seconds must be a time above 0
told math.inf
# expect: time.every: seconds must be a time above 0
told "1"
# expect: time.every: seconds must be a number, not String
