f = a b c -> a
print (f 1)
# expect: <function f/3 with 1>
print (f 1 2)
# expect: <function f/3 with 2>
