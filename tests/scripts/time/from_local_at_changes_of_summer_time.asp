# A local time that comes twice, or never, means what its record says and not what was asked before.
env.set "TZ" "CET-1CEST,M3.5.0,M10.5.0/3"
twice = { year: 2024, month: 10, day: 27, hour: 2, minute: 30 }
never = { year: 2024, month: 3, day: 31, hour: 2, minute: 30 }
show_utc = r -> time.show (time.from_local r)
print (show_utc twice, show_utc { ..twice, offset: 7200 }, show_utc { ..twice, offset: 3600 })
# expect: ("2024-10-27T00:30:00Z", "2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z")
time.from_local { year: 2024, month: 12, day: 1, hour: 12 }
print (show_utc twice, show_utc never, show_utc { ..never, offset: 3600 }, show_utc { ..never, offset: 7200 })
# expect: ("2024-10-27T00:30:00Z", "2024-03-31T01:30:00Z", "2024-03-31T01:30:00Z", "2024-03-31T00:30:00Z")
# An offset that the zone does not have then does not count: clocks here show twelve.
summer = time.local (time.date 2024 7 1)
print (show_utc { ..summer, month: 1, hour: 12 })
# expect: 2024-01-01T11:00:00Z
print (time.from_local { year: 1969, month: 12, day: 31, hour: 1, minute: 59, second: 59 }, time.from_local { year: 1970, hour: 0, minute: 59, second: 59 })
# expect: (-82801, -1)
print (time.from_local { year: 30000000 } - time.from_local { year: 29999999 })
# expect: 31536000
for t in [0.1, 1e9 + 0.25, -1e-20, -0.1] { print (time.from_local (time.local t) == t or time.from_local (time.local t) - t < 1e-15) }
# expect: true
# expect: true
# expect: true
# expect: true
