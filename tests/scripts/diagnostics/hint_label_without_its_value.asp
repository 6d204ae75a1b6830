area = s -> match s { Circle r -> 3 * r * r, Square a -> a * a }    # expect error: with one it is a single argument only in parentheses: `f (Circle x)`
print (area Circle 2)
