print (each (x -> print x) [1, 2])
# expect: 1
# expect: 2
# expect: ()
