# Where a word of a macro is the name of a variable of the function, a chain with it is a call.
syntax a 'to b { list (a..b) }
max2 = a b -> if a > b { a } else { b }
print (1 to 3)
larger = to from -> max2 to from
print (larger 1 2)
nested = to -> map (from -> max2 to from) [1, 5]
print (nested 3)
bound = from -> { to = 9; max2 to from }
print (bound 1)
for to in [4] { print (max2 to 2) }
print (match (Some 7) { Some to -> max2 to 2; None -> 0 })
# expect: [1, 2]
# expect: 2
# expect: [3, 5]
# expect: 9
# expect: 4
# expect: 7

# Elsewhere in the function's file, and in functions without such a variable, it is the word.
spread = from -> 1 to from
print (spread 4)
# expect: [1, 2, 3]

# So it is with names that a macro's body binds.
syntax 'apply x { to = 9; max2 to x }
print (apply 3)
# expect: 9
