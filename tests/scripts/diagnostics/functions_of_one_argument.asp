# What these functions give cannot be called.
xs = [3, 1]
a = min 3 4                 # expect error: hint: the values stand in one list: `min [a, b]`
b = max xs 5                # expect error: `max` takes one argument, but has 2
c = sum map len [xs]        # expect error: hint: an argument that is a call stands in parentheses: `sum (f x)`
d = len sort xs             # expect error: hint: an argument that is a call stands in parentheses: `len (f x)`
e = sort xs (x -> -x)       # expect error: `sort` takes one argument, but has 2
f = abs 1 2                 # expect error: hint: values side by side are a call: perhaps an operator
# A function of the program with such a name may give functions.
sum = n -> (m -> n + m)
g = sum 1 2
