walk = tree -> fiber {
    if tree is (left, v, right) {
        for x in walk left { yield x }
        yield v
        for x in walk right { yield x }
    }
}
print (list (walk ((((), 1, ()), 2, ()), 3, ((), 4, ()))))      # expect: [1, 2, 3, 4]
