f = fiber { yield 1; error "inside" }
print [f (), try (f ()), f (), f ()]    # expect: [Some 1, Err "inside", None, None]
