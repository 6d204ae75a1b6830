make = depth -> if depth == 0 { ((), ()) } else { (make (depth - 1), make (depth - 1)) }

check = tree -> match tree {
    ((), ())      -> 1
    (left, right) -> 1 + check left + check right
}

depth = 15
nodes = check (make (depth + 1))
assert (nodes == 131071)
print nodes

long_lived = make depth
for d in range 4 (depth + 1) 4 {
    trees = 2 ** (depth - d + 4)
    total = 0
    for _ in 0..trees { total += check (make d) }
    assert (total == trees * (2 ** (d + 1) - 1))
    print "{d}\t{total}"
}

nodes = check long_lived
assert (nodes == 65535)
print nodes
