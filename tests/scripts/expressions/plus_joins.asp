print ("ab" + "cd")
# expect: abcd
print ([1] + [2, 3])
# expect: [1, 2, 3]
print (b"a" + b"b" == b"ab")
# expect: true
