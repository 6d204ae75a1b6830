fs = []
for i in 0..3 { fs |>= push (() -> i) }
print (map (f -> f ()) fs)
# expect: [0, 1, 2]
