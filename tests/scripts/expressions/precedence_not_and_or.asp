print (not 1 == 2)
# expect: true
print (true or false and false)
# expect: true
print (not true or true)
# expect: true
print (not true and false)
# expect: false
print (not not true)
# expect: true
