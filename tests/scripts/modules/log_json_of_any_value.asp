# A line of the log is written whatever its fields hold.
log.set_format "json"
log.warn_with { e: Err (ValueError { message: "no" }), f: len, n: math.nan, b: b"\xff", d: [(1, 2): 3], s: Some 1 } "all"
log.info [len]
print "goes on"
# expect: goes on
