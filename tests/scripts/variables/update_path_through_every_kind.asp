m = ["k": [{ n: ["deep": [1, 2]] }]]
m["k"][0].n["deep"][1] += 40
print m
# expect: ["k": [{ n: ["deep": [1, 42]] }]]
