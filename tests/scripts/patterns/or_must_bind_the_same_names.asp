print "never"
f = v -> match v {
    Some x or None -> x     # expect error: x
}
