print (1 + 1.0)
# expect: 2.0
print (3 * 0.5)
# expect: 1.5
print (1.5 - 1)
# expect: 0.5
print (2 ** 70 + 0.0)
# expect: 1.1805916207174113e21
