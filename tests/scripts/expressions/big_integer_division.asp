n = 10 ** 30 + 7
print (n // 10 ** 10)
# expect: 100000000000000000000
print (n % 10 ** 10)
# expect: 7
print (-n // 10 ** 10)
# expect: -100000000000000000001
print (-n % 10 ** 10)
# expect: 9999999993
