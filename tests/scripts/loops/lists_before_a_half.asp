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

# A text or bytes with room for more that another variable has, too: the first part of the loop adds nothing to it.
grown = start more -> {
    for _ in 0..2 { start += more }
    start
}
shared_text = n -> {
    start = grown "a" "b"
    text, count = start, 0
    for i in 0..n {
        if i < 2 { (i + 7) ** 300 % 1 }
        count += i
        if i >= n - 3 { text += "{i}" }
    }
    (start, text, count)
}
print (unique (map (_ -> shared_text 40) (0..30)))
# expect: [("abb", "abb373839", 780)]
shared_bytes = n -> {
    start = grown b"a" b"b"
    data, count = start, 0
    for i in 0..n {
        if i < 2 { (i + 7) ** 300 % 1 }
        count += i
        if i >= n - 3 { data += b"c" }
    }
    (start, data, count)
}
print (unique (map (_ -> shared_bytes 40) (0..30)))
# expect: [(b"abb", b"abbccc", 780)]
