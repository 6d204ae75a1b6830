print (10 ** 40 / 10 ** 38)
# expect: 100.0
print (10 ** 400 / 10 ** 399)
# expect: 10.0
