# a call never recurses on the native stack, not even from natives
nest = n -> if n == 0 { 0 } else { 1 + first (map nest [n - 1]) }
print (nest 100000)
# expect: 100000
