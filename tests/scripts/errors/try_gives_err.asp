print (try (error "boom"))
# expect: Err "boom"
print (try (error [1, 2]))
# expect: Err [1, 2]
