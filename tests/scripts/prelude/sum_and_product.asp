print [sum [1, 2, 3], sum [], sum (1..=100), sum [1.5, 2]]
# expect: [6, 0, 5050, 3.5]
print [product [2, 3, 4], product [], product (1..=5)]
# expect: [24, 1, 120]
