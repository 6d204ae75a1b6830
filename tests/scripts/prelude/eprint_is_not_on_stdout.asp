print (eprint "hidden")
# expect: ()
