f = fiber { yield 1; error "inside" }
print (f ())               # expect: Some 1
print (try (f ()))         # expect: Err "inside"
