parts = []
for i in 1..=1_000_000 { parts |>= push "n{i}" }
text = join "," parts
assert (len text == 7888895)
print (len text)
