print (product (1..=1000) == math.factorial 1000)
# expect: true
print [product (1..=20), product [2.5, 2, 4], product [2, 2.5, 4], product [], product (5..5)]
# expect: [2432902008176640000, 20.0, 20.0, 1, 1]
print [product [2 ** 70, 0, 2 ** 70], product [-1, 2 ** 62, 2, 2], product (-3..0)]
# expect: [0, -18446744073709551616, -6]
print ((try product [1, "a"]) is Err (TypeError _))
# expect: true
