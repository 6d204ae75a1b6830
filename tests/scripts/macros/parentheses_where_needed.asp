syntax 'text_of x { x.name }
syntax 'first xs { xs[0] }
syntax 'minus x { -x }
syntax 'times a b { a * b }
print (first [1, 2], minus 3, minus -3, times (1 + 2) 3, times 2 -1)
# expect: (1, -3, 3, 9, -2)
print (text_of { name: "n" })
# expect: n
syntax 'call f x { f x }
print (call (x -> x + 1) 2, call (if true { string } else { show }) "a")
# expect: (3, "a")
