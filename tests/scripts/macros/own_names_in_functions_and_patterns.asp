syntax 'sum xs { match xs { [] -> 0; [x, ..rest] -> { f = y -> x + y; fold 0 (a b -> a + b) [f 0, ..rest] } } }
x = 10
rest = 20
f = 30
print (sum [1, 2, 3] + x + rest + f)
# expect: 66
