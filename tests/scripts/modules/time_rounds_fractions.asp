# A fraction of a second comes back as it was read: it is rounded, not cut, and carries into the seconds.
wrong = filter (i -> time.format "%f" (time.parse "2024-01-01T10:00:00.{i:03}Z") != "{i:03}000") (list (0..1000))
print wrong
# expect: []
print (time.show (time.parse "2024-01-01T10:00:00.123Z"))
# expect: 2024-01-01T10:00:00.123Z
print (time.show 0.9999999)
# expect: 1970-01-01T00:00:01Z
print (time.format "%T.%f" (time.date 2024 1 1 - 0.0000002))
# expect: 00:00:00.000000
print (time.format "%S.%f" -0.25, time.show -0.0000001)
# expect: ("59.750000", "1970-01-01T00:00:00Z")
print (time.parse "1970-01-01T00:00:00.123Z" == 0.123)
# expect: true
