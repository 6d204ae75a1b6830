# An error may leave a `try` before a variable is assigned in it, so the variable's old value is still needed.
fail = n -> if n > 0 { error Boom } else { n }
f = n -> {
    x = [1, 2]
    y = x
    r = try {
        fail n
        x = [3]
        1
    }
    y[0] = 99
    (x, y, r is Ok _)
}
print (f 1)
# expect: ([1, 2], [99, 2], false)
print (f 0)
# expect: ([3], [99, 2], true)
inside = n -> {
    x = [1, 2]
    r = try {
        y = x
        y[0] = 99
        fail n
        x = [3]
        y
    }
    (x, r is Ok _)
}
print (inside 1)
# expect: ([1, 2], false)
print (inside 0)
# expect: ([3], true)
