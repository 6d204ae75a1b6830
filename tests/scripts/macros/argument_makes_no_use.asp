# An argument is no word where the body puts it, even where it completes the pattern of a macro.
syntax 'pick a 'to b { (a, b) }
syntax 'wrap x y z { pick x y z }
to = 5
pick = a b c -> "a call of {b}"
print (wrap 1 to 2)
# expect: a call of 5
