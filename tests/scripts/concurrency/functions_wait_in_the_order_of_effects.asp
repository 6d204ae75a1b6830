fib = n -> if n < 2 { n } else { a = fib (n - 1); b = fib (n - 2); a + b }
ch = channel 50
t = spawn { for i in 0..20 { send ch (fib 5) }; close ch }
f = n -> {
    a = fib n
    print "before"
    b = sum ch
    print "after"
    a + b
}
print (f 10)
# expect: before
# expect: after
# expect: 155
