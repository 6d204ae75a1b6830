three = () -> 3
print (type_of three)
# expect: Function
print (three == three)
# expect: true
