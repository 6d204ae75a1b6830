r = { xs: [1, 2, 3], n: 0 }
fail = v -> error "no"
print (try { r.xs |>= fail })
# expect: Err "no"
print r
# expect: { xs: [1, 2, 3], n: 0 }
