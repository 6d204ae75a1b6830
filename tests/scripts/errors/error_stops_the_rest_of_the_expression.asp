t = v -> { print v; v }
print (try [t 1, error "stop", t 2])
# expect: 1
# expect: Err "stop"
