# Both raise the same string of the program's text; the second error has its own place.
fail = () -> error "no"
print (try fail ())
# expect: Err "no"
error "no"      # expect error: no
