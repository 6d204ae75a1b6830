x = if false { 1 }
print x
# expect: ()
