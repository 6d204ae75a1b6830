# Where two of three places are the same, one value gets two places.
rotate = i j k -> {
    a = [[1], [2], [3]]
    a[i], a[j], a[k] = a[j], a[k], a[i]
    a[0][0] = 99
    a
}
print (rotate 0 1 2)    # expect: [[99], [3], [1]]
print (rotate 0 1 0)    # expect: [[99], [1], [3]]

# A part does not become a part of itself.
nested = () -> {
    a = [[10, [20, 30]]]
    a[0], a[0][1] = a[0][1], a[0]
    a
}
print (nested ())       # expect: [[20, [10, [20, 30]]]]

swap = i j -> {
    a = [[1], [2]]
    a[i], a[j] = a[j], a[i]
    a[0][0] = 99
    a
}
print (swap 0 1)        # expect: [[99], [1]]
print (swap 1 1)        # expect: [[99], [2]]

b = bytes [1, 2, 3]
c = b
b[0], b[-1] = b[-1], b[0]
print (list b, list c)    # expect: ([3, 2, 1], [1, 2, 3])
p = { b: b"ab" }
p.b[0], p.b[1] = p.b[1], p.b[0]
print p.b               # expect: b"ba"
