base = "x"
base += "y"
a = base
b = base
a += "1"
b += "2"
print [base, a, b]
# expect: ["xy", "xy1", "xy2"]
