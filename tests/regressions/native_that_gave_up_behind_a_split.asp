# A native that meets a value that is not there yet gives up, and returns anything. That was taken for its
# result, and the next native with an effect ran twice.
calls = n -> if n < 2 { n } else { (calls (n - 1)) + (calls (n - 2)) }
tell = n -> {
    a = calls n
    b = calls (n - 1)
    total = sum [a, b]
    print "told"
    total + a
}
print (map tell (5..8))
# expect: told
# expect: told
# expect: told
# expect: [13, 21, 34]
print (tell 9)
# expect: told
# expect: 89
