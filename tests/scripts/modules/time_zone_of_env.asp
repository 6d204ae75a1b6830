# Local times follow TZ as soon as it is set.
hour = zone -> {
    env.set "TZ" zone
    (time.local 0).hour
}
print (hour "UTC0", hour "XYZ-5", hour "ABC3", hour "UTC0")
# expect: (0, 5, 21, 0)
env.set "TZ" "XYZ-2"
print (time.show_local 0, time.from_local { year: 1970, hour: 2 })
# expect: ("1970-01-01T02:00:00+02:00", 0)
