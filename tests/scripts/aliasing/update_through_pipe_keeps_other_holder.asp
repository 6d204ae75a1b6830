a = ["k": [1]]
b = a
inner = a["k"]
a["k"] |>= push 2
print [a, b]
# expect: [["k": [1, 2]], ["k": [1]]]
print inner
# expect: [1]
