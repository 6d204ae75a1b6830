v = Some [1, 2]
match v {
    Some xs -> {
        xs[0] = 9
        print xs
    }
}
# expect: [9, 2]
print v
# expect: Some [1, 2]
