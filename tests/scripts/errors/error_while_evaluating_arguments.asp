f = a b -> { print "called"; a }
print (try (f (error "first") (error "second")))
# expect: Err "first"
