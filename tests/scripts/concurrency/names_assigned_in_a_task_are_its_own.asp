x = 1
t = spawn {
    x = 5
    x + 1
}
print (await t)            # expect: 6
print x                    # expect: 1
