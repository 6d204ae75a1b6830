# A name of the library is no variable until the program binds a variable of that name.
math.pi = 3               # expect error: `math` belongs to the library and cannot be updated
sum += 1                  # expect error: `sum` belongs to the library and cannot be updated
count |>= push 1          # expect error: `count` belongs to the library
first, max[0] = (1, 2)    # expect error: `max` belongs to the library
f = x -> {
    len.a[x] *= 2         # expect error: `len` belongs to the library
    min = 0
    min += 1
}
