len = 3
print (len + 1)
# expect: 4
max = a b -> if a > b { a } else { b }
print (max 2 len)
# expect: 3
