a = { list: [1, 2], map: ["k": [1]] }
b = a
b.list[0] = 9
b.map["k"] |>= push 2
print a
# expect: { list: [1, 2], map: ["k": [1]] }
print b
# expect: { list: [9, 2], map: ["k": [1, 2]] }
