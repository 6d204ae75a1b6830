x, rng = random.next_float (random.from_seed 1)
y, rng = random.next_float rng
print (0.0 <= x and x < 1.0 and 0.0 <= y and y < 1.0 and x != y)
# expect: true
