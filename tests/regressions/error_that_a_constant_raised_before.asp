# Both raise the same string of the program's text; the second one's place is its own.
fail = () -> error "no"
print (try fail ())
# expect: Err "no"
error "no"      # expect error: no
