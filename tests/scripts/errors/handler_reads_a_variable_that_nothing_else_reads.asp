# After the call, only the path through the handler leads to `y`.
g = x -> if x > 1 { error "no" } else { x }
f = x y -> {
    r = try { a = g x; return a }
    (r, y)
}
print (f 1 2)   # expect: 1
print (f 2 3)   # expect: (Err "no", 3)
