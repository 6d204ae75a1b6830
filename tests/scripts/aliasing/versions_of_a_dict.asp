# Each version has its own entries, however it was made of a dict that others hold.
base = dict (map (i -> (i, i)) (0..50))
one = insert "k" 1 base
two = insert "k" 2 base
three = base
three["k"] = 3
four = insert "m" 4 one
five = insert "n" 5 one
print "{len base} {one["k"]} {two["k"]} {three["k"]} {len four} {get "m" five}"
print "{get "k" base} {get "m" four} {get "m" one}"
# expect: 50 1 2 3 52 None
# expect: None Some 4 None

# All versions are kept. The last one then changes and loses entries.
versions = []
d = [:]
for i in 0..200 {
    d[i] = i * i
    versions |>= push d
}
d[0] = "new"
d = remove 5 d
print (all (i -> len versions[i] == i + 1 and values versions[i] == map (k -> k * k) (0..=i)) (0..200))
print "{versions[199][0]} {d[0]} {get 5 versions[199]} {get 5 d}"
# expect: true
# expect: 0 new Some 25 None

# Equality, order, iteration and text see the entries of one version only.
a = dict (map (i -> (i, i)) (0..40))
b = a
b["last"] = 1
c = insert "last" 1 a
n = 0
for (k, v) in a { n += 1 }
print "{n} {a == b} {b == c} {keys a == list (0..40)} {len (show a) < len (show b)}"
# expect: 40 false true true true

# A value in an old version is not changed by the new one, and a key that was there is replaced.
groups = dict (map (i -> (i, [i])) (0..40))
more = insert 40 [40] groups
more[3] |>= push "x"
more[40] |>= push "y"
groups[3] |>= push "z"
print "{more[3]} {groups[3]} {more[40]} {get 40 groups}"
# expect: [3, "x"] [3, "z"] [40, "y"] None

seen = set (0..50)
with_more = set.add 50 seen
again = set.add 7 with_more
print "{len seen} {len with_more} {len again} {set.has? 50 seen}"
# expect: 50 51 51 false

# After entries were removed, and in a dict as large as its table.
holes = remove 10 base
filled = insert 10 "back" holes
print "{len holes} {last (keys filled)} {len base}"
for size in [63, 64, 65, 128] {
    full = dict (map (i -> (i, i)) (0..size))
    x = insert -1 "x" full
    y = insert -1 "y" full
    print "{len full} {x[-1]} {y[-1]} {len x}"
}
# expect: 49 10 50
# expect: 63 x y 64
# expect: 64 x y 65
# expect: 65 x y 66
# expect: 128 x y 129
