# A half gave away the next half and then the rest of its inner loop, and took that back: its frame moved on the stack, and the
# sum was no longer added to the value before.
f = xs -> {
    total = 5
    for i in xs {
        for j in 0..3 { total += i * j }
    }
    total
}
print (unique (map (_ -> f [0, 1, -1.5, 0, 1]) (0..200)))    # expect: [6.5]
g = xs -> {
    text, total = "<", 0
    for i in xs {
        for j in 0..3 { total += i * j; text += "{j}" }
    }
    (text, total)
}
print (unique (map (_ -> g [0, 1, 2 ** 63, 0, 1]) (0..100)))
# expect: [("<012012012012012", 27670116110564327430)]
