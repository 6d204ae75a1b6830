# Of two errors in an update, that of the path comes first, whatever the right side reads.
updates = {
    by_constant: v -> { try { v[-1] += 5 + v[0] } },
    by_part: v -> { try { v[-1] += v[0] } },
    by_call: v -> { try { v[-1] += 5 + len v + v[0] } },
    of_field: v -> { try { v.xs[-1] += v.ys[0] } },
}
told = result -> match result { Err (IndexError { message }) -> message; other -> other }
print (told (updates.by_constant []))
# expect: index -1 is out of range for a list of length 0
print (told (updates.by_part []))
# expect: index -1 is out of range for a list of length 0
print (told (updates.by_call []))
# expect: index -1 is out of range for a list of length 0
print (told (updates.of_field { xs: [], ys: [] }))
# expect: index -1 is out of range for a list of length 0
