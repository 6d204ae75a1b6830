print (9007199254740993 == 9007199254740992.0)
# expect: false
print (9007199254740993 > 9007199254740992.0)
# expect: true
print (9007199254740992 == 9007199254740992.0)
# expect: true
print (2 ** 100 == 2.0 ** 100)
# expect: true
print (2 ** 100 + 1 > 2.0 ** 100)
# expect: true
