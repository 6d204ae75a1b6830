work = n -> { t = n; for i in 0..40 { t = (t * 7 + i) % 101 }; t }
sum = limit -> {
    total = 0
    i = 0
    while i < limit { total += work i; i += 1 }
    (total, i)
}
print (sum 50)                             # expect: (2578, 50)
print (sum 0)                              # expect: (0, 0)
# A condition of several parts, which needs what the iterations compute.
until_large = limit -> {
    total = 0
    i = 0
    while i < 100 and total < limit { total += work i; i += 1 }
    (total, i)
}
print (until_large 400)                    # expect: (417, 9)
# A condition that is a call.
more = n -> work n < 90
n = 0
while more n { n += 1 }
print n                                    # expect: 3
# Nested, with counters that begin again.
grid = []
y = 0
while y < 4 {
    row = []
    x = 0
    while x < y + 1 { row |>= push (work (x * y)); x += 1 }
    grid |>= push row
    y += 1
}
print grid                                 # expect: [[35], [35, 21], [35, 7, 80], [35, 94, 52, 10]]
# Left in the middle.
find = wanted -> {
    i = 0
    while true {
        if work i == wanted { return i }
        i += 1
        if i > 200 { break }
    }
    "none"
}
print (find (work 17))                     # expect: 17
print (find 1000)                          # expect: none
