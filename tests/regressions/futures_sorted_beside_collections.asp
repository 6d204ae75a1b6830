# The elements stood in a vector while `sort_by` arranged them. A collection by another thread put the values of resolved
# futures in their places in the list, and freed the futures that the vector still held.
pair = n -> { out = []; for i in 0..2 { out += [i + n] }; out }
some = n -> [pair n, pair (n + 3), pair (n + 1), pair (n + 2)]
allocate = () -> { for i in 0..2000 { xs = map (k -> [k]) (0..50); len xs } }

allocating = spawn { allocate () }
out_of_order = 0
for i in 0..3 {
    before = -1
    for [first, second] in sort_by (p -> p[0]) (flatten (map some (0..1500))) {
        if second != first + 1 or first < before { out_of_order += 1 }
        before = first
    }
}
await allocating
print out_of_order
# expect: 0
