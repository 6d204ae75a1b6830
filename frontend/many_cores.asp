# What the picture in the guide shows (many_cores.svg).
fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }
tell = name n -> {
    value = fib n
    print "{name}: {value}"
    value
}
both = n -> {
    small = fib n           # pure: what follows can run beside it
    large = fib (n + 1)
    print "small: {small}"  # waits for its turn: until fib n is over
    small + large
}
print "both: {both 27}"
first = tell "first" 26     # writes: nothing is split off here
second = tell "second" 26
print (first + second)
# expect: small: 196418
# expect: both: 514229
# expect: first: 121393
# expect: second: 121393
# expect: 242786
