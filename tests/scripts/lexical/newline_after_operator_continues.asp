x = 1 +
    2 *
    3
print x
# expect: 7
f =
    a ->
        a + 1
print (f 1)
# expect: 2
