syntax 'adder name amount { add = number -> number + amount; name = [add, () -> add] }
adder more 2
adder most 9
print more
# expect: [<function add/1>, <function/1>]
print (more[0] 1, most[0] 1)
# expect: (3, 10)
