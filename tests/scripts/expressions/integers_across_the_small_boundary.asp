n = 2 ** 47
print (n - 1)
# expect: 140737488355327
print (n + n)
# expect: 281474976710656
print (-n - 1)
# expect: -140737488355329
print (n * n)
# expect: 19807040628566084398385987584
print (n + n - n - n)
# expect: 0
