# Each version has its own elements, however it was made of a list that others hold.
base = list (0..50)
one = push 1 base
two = push 2 base
three = base + [3]
four = push 4 one
five = push 5 one
print "{len base} {last one} {last two} {last three} {drop 50 four} {drop 50 five}"
# expect: 50 1 2 3 [1, 4] [1, 5]

# All versions are kept, and the last one is written to.
versions = []
xs = list (0..40)
for i in 0..100 {
    xs |>= push (i * i)
    versions |>= push xs
}
xs[0] = "new"
xs[41] = "too"
print (all (v -> v[0] == 0 and (len v < 42 or v[41] == 1)) versions)
print (map (i -> (len versions[i], last versions[i])) [0, 1, 50, 99])
# expect: true
# expect: [(41, 0), (42, 1), (91, 2500), (140, 9801)]

# Lists within: neither version sees what the other one writes into the elements that both have.
rows = map (i -> [i]) (0..40)
longer = push [40] rows
longest = push [41] longer
longer[40][0] = "a"
longest[40][0] = "b"
rows[0][0] = "c"
longest[41] |>= push 0
print "{longer[40]} {longest[40]} {longer[0]} {rows[0]} {last longest}"
# expect: ["a"] ["b"] [0] ["c"] [41, 0]

# Ends that are taken off and put on again.
stack = list (0..60)
kept = stack
stack |>= push 60
kept2 = stack
top, stack = pop stack
stack |>= push "x"
print "{top} {last stack} {last kept2} {len kept}"
# expect: 60 x 60 60

# Half of a list goes on, at its end or in its middle.
whole = list (0..80)
front = whole[..40]
back = whole[40..]
front2 = push "f" front
back2 = push "b" back
print "{last front2} {last back2} {whole[40]} {last whole} {len whole}"
# expect: f b 40 79 80

sums = fold ([], []) ((all, done) x -> (all + [x], push (len all) done)) (0..100)
print (sums.0 == list (0..100) and sums.1 == list (0..100))
# expect: true
