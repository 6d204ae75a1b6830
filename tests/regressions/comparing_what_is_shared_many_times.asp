# There are 2 ** 60 paths to the innermost element. Comparing and hashing visit each container once.
deep = innermost join -> {
    x = innermost
    for _ in 0..60 { x = join x }
    x
}
twice = x -> [x, x]
print (deep 1 twice == deep 1 twice)
# expect: true
print (deep 1 twice == deep 2 twice)
# expect: false
print (deep 1 twice < deep 2 twice)
# expect: true
print (deep 1 twice < deep 1 twice)
# expect: false
print (deep 1 (x -> { a: x, b: (x, x) }) == deep 1 (x -> { b: (x, x), a: x }))
# expect: true
print (deep 1 (x -> ["k": Some x, "l": Some x]) == deep 1 (x -> ["l": Some x, "k": Some x]))
# expect: true
print (contains (deep 1 twice) [deep 1 twice: "found"])
# expect: true
print (contains (deep 2 twice) [deep 1 twice: "found"])
# expect: false
print (deep 1 (x -> [x: x]) == deep 1.0 (x -> [x: x]))
# expect: true
same = deep math.nan twice
print (same == same)
# expect: false
print (contains same [same: ()])
# expect: true
