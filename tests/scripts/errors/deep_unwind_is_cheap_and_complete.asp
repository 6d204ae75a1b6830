f = n -> if n == 0 { error "end" } else { 1 + f (n - 1) }
print (try (f 200000))
# expect: Err "end"
print "still here"
# expect: still here
