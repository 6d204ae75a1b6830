# A macro with only a use of another macro as its body gives the value of that use, however many statements it has.
syntax 'inner e { x = e; x }
syntax 'outer e { inner e }
syntax 'outermost e { outer e }
print (outer 5)
y = outermost 6
print y
print (map (n -> outer n) [1, 2])
print (match 3 { 3 -> outer 7; _ -> 0 })
outer 8
# expect: 5
# expect: 6
# expect: [1, 2]
# expect: 7

# Lines of the inner body stay statements.
syntax 'both f e {
    f e
    (e + 1)
}
syntax 'around f e { both f e }
h = x -> y -> "called with {x} and {y}"
print (around h 5)
# expect: 6

# An assignment has no value of its own.
syntax 'bind name 'to value { name = value }
syntax 'binds name value { bind name to value }
binds q 4
print q
print (binds z 4)
# expect: 4
# expect: ()

# The natural recursion.
syntax 'total a { t = a; t }
syntax 'total a b ..r { total (a + b) r }
print (total 1 2 3)
# expect: 6
