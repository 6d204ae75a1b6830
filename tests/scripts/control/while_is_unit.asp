print (while false { 1 })
# expect: ()
print (for x in [1] { x })
# expect: ()
