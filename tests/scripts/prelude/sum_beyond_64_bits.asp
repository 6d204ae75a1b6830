print (sum (repeat 200_000 (2 ** 46)))                  # expect: 14073748835532800000
print (sum (repeat 200_000 (-(2 ** 46))))               # expect: -14073748835532800000
xs = push 1 (list (repeat 200_000 (2 ** 46)))
print (sum xs == fold 0 (a b -> a + b) xs)              # expect: true
print (sum [2 ** 62, 2 ** 62, -(2 ** 62)] == 2 ** 62)    # expect: true
