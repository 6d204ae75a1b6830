print (try 1 + 1)
# expect: Ok 2
print (try ())
# expect: Ok ()
