add = x y -> x + y
print add
# expect: <function add/2>
print (add 1)
# expect: <function add/2 with 1>
print [add]
# expect: [<function add/2>]
print len
# expect: <function len/1>
