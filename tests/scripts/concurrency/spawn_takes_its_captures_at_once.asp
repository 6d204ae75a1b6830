n = 1
t = spawn n * 10
n = 2
print (await t)            # expect: 10
print n                    # expect: 2
