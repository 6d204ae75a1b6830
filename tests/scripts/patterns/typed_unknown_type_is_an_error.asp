print "never"
f = v -> match v {
    n: Integer -> n      # expect error: Integer
}
