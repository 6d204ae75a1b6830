# Loops that carry a list, a dict, a text and a maximum, with iterations of about 100 µs.
work = n -> { t = n; for i in 0..3000 { t = (t * 7 + i) % 1009 }; t }
out, d, text, best = [], [:], "", -1
for x in 0..1250 { out |>= push (work x) }
for x in 0..1250 { d[x % 100] = work x }
for x in 0..1250 { text += "{work x}\n" }
for x in 0..1250 { w = work x; if w > best { best = w } }
print (sum out, len d, len text, best)
# expect: (631514, 100, 4873, 1008)
