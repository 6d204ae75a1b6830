f = n -> 1 + f (n + 1)
t = spawn f 0
print ((try (await t)) is Err (StackOverflow _))    # expect: true
print (await (spawn 5))                             # expect: 5
