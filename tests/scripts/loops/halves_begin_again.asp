# A sum becomes a long Int in a part of the loop, which then begins again: what it added to texts and lists is not there.
# Each loop is divided only until a few parts had to begin again.
appended = n -> {
    long, found = 2 ** 46, [7]
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found = found + [i] }
    }
    (long, found)
}
print (unique (map (_ -> appended 20) (0..30)))
# expect: [(-1180591550348667125834, [7, 0, 7, 14, 0, 7, 14])]
pushed = n -> {
    long, found = 2 ** 46, [7]
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found |>= push i }
    }
    (long, found)
}
print (unique (map (_ -> pushed 20) (0..30)))
# expect: [(-1180591550348667125834, [7, 0, 7, 14, 0, 7, 14])]
texts = n -> {
    long, found = 2 ** 46, ">"
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found += "{i}," }
    }
    (long, found)
}
print (unique (map (_ -> texts 20) (0..30)))
# expect: [(-1180591550348667125834, ">0,7,14,0,7,14,")]
data = n -> {
    long, found = 2 ** 46, bytes [1]
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found += bytes [65 + i % 20] }
    }
    (long, found)
}
print (unique (map (_ -> data 20) (0..30)))
# expect: [(-1180591550348667125834, b"\x01AHOAHO")]
longer = n -> {
    long, found = 2 ** 46, [7]
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found |>= push [i] }
    }
    (long, len found, found[-1])
}
print (unique (map (_ -> longer 64) (0..30)))
# expect: [(-1180591550348667126010, 21, [63])]
both = n -> {
    long, found, text = 2 ** 46, [7], ">"
    for i in list (0..n) + [2 ** 70] + list (0..n) {
        if i < 2 { (i + 7) ** 300 % 1 }
        if i >= n - 2 { long -= i }
        if i % 7 == 0 { found |>= push i }
        if i % 9 == 0 { text += "{i}," }
    }
    (long, found, text)
}
print (unique (map (_ -> both 20) (0..30)))
# expect: [(-1180591550348667125834, [7, 0, 7, 14, 0, 7, 14], ">0,9,18,0,9,18,")]
