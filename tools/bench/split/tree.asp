make = d -> if d == 0 { Leaf 1 } else {
    l = make (d - 1)
    r = make (d - 1)
    Node (l, r)
}
total = t -> match t { Leaf n -> n, Node (l, r) -> (total l) + (total r) }
t = make 22
print (total t)
# expect: 4194304
