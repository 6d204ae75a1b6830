total = 100
syntax 'add_total n { total + n }
f = total -> add_total total
print (f 1)
# expect: 101
g = xs -> { match xs { [total, .._] -> add_total total } }
print (g [2])
# expect: 102
h = () -> { for total in 0..1 { print (add_total total) } }
h ()
# expect: 100
