s = "a\"b"
print "{s} {[s]} {Some s} {()} {1.0}"
# expect: a"b ["a\"b"] Some "a\"b" () 1.0
