x = 1
r = try { x = 5; error "after" }
print r
# expect: Err "after"
print x
# expect: 5
