# A later part of a loop does not add to a list, so the code after the loop meets the list of the parts before.
kept_after = n -> {
    found, count = [7], 0
    for i in 0..n {
        if i < 2 { (i + 7) ** 300 % 1 }
        count += i
        if i < 3 { found |>= push i }
    }
    kept = found
    found |>= push 9
    (kept, found, count)
}
print (unique (map (_ -> kept_after 40) (0..30)))
# expect: [([7, 0, 1, 2], [7, 0, 1, 2, 9], 780)]
pushed = xs -> {
    xs |>= push 9
    xs
}
given_after = n -> {
    found, count = [7], 0
    for i in 0..n {
        if i < 2 { (i + 7) ** 300 % 1 }
        count += i
        if i < 3 { found |>= push i }
    }
    (pushed found, found, count)
}
print (unique (map (_ -> given_after 40) (0..30)))
# expect: [([7, 0, 1, 2, 9], [7, 0, 1, 2], 780)]
texts_after = n -> {
    text, count = "a", 0
    for i in 0..n {
        if i < 2 { (i + 7) ** 300 % 1 }
        count += i
        if i < 3 { text += "{i}" }
    }
    kept = text
    text += "9"
    (kept, text, count)
}
print (unique (map (_ -> texts_after 40) (0..30)))
# expect: [("a012", "a0129", 780)]
