# The name of a field stays when `aspen expand` renames the variable.
x = 1
syntax 'getx e { x + e }
f = p -> {
    ({ x }, y) = p
    x + (getx y)
}
print (f ({ x: 10 }, 5))                # expect: 16
g = p -> match p {
    Some { x, z: [{ x: y }] } -> x + y + (getx 2)
    _ -> 0
}
print (g (Some { x: 10, z: [{ x: 20 }] }))    # expect: 33
