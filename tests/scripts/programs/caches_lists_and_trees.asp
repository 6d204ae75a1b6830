# LRU cache as a record with an ordered dict, and a linked list by labels
lru = size -> { size, items: [:] }
touch = k c -> {
    match get k c.items {
        Some v -> { c.items |>= remove k; c.items[k] = v; (Some v, c) }
        None -> (None, c)
    }
}
put = k v c -> {
    c.items |>= dict.discard k
    c.items[k] = v
    if len c.items > c.size { _, c.items = dict.pop_first c.items }
    c
}
c = lru 2
c |>= put "a" 1
c |>= put "b" 2
r, c = touch "a" c
print r
c |>= put "c" 3
print (keys c.items)
print (touch "b" c).0
cons = x xs -> Cons (x, xs)
to_list = xs -> { out = []; while xs is Cons (x, rest) { out |>= push x; xs = rest }; out }
print (to_list (cons 1 (cons 2 (cons 3 Nil))))
big = Nil
for i in 0..200000 { big = Cons (i, big) }
print (len (to_list big))
insert_tree = v t -> match t { Leaf -> Node (Leaf, v, Leaf), Node (l, x, r) -> if v < x { Node (insert_tree v l, x, r) } else { Node (l, x, insert_tree v r) } }
in_order = t -> match t { Leaf -> [], Node (l, x, r) -> [..in_order l, x, ..in_order r] }
depth = t -> match t { Leaf -> 0, Node (l, _, r) -> 1 + max [depth l, depth r] }
t = fold Leaf (t v -> insert_tree v t) [5, 2, 8, 1, 9, 3]
print (in_order t, depth t)
# expect: Some 1
# expect: ["a", "c"]
# expect: None
# expect: [1, 2, 3]
# expect: 200000
# expect: ([1, 2, 3, 5, 8, 9], 3)
