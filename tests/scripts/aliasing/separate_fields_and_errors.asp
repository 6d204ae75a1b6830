# A record without the field is shown as it was when the variable got it.
tried = f -> match (try { f () }) {
    Ok v -> v
    Err e -> e
}
missing = bs -> {
    a = bs[0]
    bs[0].v += 1
    a.none
}
print (tried (() -> missing [{ v: 1, w: 2 }]))
# expect: KeyError { message: "there is no field `none` in \{ v: 1, w: 2 }" }
missing_deep = bs -> {
    a = bs[0]
    bs[0].pos.x = 7
    a.pos.none
}
print (tried (() -> missing_deep [{ pos: { x: 1 } }]))
# expect: KeyError { message: "there is no field `none` in \{ x: 1 }" }
missing_parent = bs -> {
    a = bs[0]
    bs[0].pos.x = 7
    a.other.none
}
print (tried (() -> missing_parent [{ pos: { x: 1 } }]))
# expect: KeyError { message: "there is no field `other` in \{ pos: \{ x: 1 } }" }
missing_sometimes = bs -> {
    for i in 0..len bs {
        a = bs[i]
        bs[i].v += 1
        bs[i].v += a.w
    }
    bs
}
print (tried (() -> missing_sometimes [{ v: 1, w: 2 }, { v: 3 }]))
# expect: KeyError { message: "there is no field `w` in \{ v: 3 }" }
print (missing_sometimes [{ v: 1, w: 2 }, { w: 1, v: 3 }, { z: [], w: 7, v: 3 }])
# expect: [{ v: 4, w: 2 }, { w: 1, v: 5 }, { z: [], w: 7, v: 11 }]
kind = f -> match (try { f () }) {
    Err (TypeError _) -> "TypeError"
    other -> other
}
no_record = bs -> {
    a = bs[0]
    bs[0].v[0] += 1
    a.w
}
print (kind (() -> no_record [5]))
# expect: TypeError
print (kind (() -> no_record [(1, 2)]))
# expect: TypeError
print (kind (() -> no_record ["text"]))
# expect: TypeError
print (kind (() -> no_record [["v": [1], "w": 2]]))
# expect: TypeError
print (kind (() -> no_record [None]))
# expect: TypeError
caught = bs -> {
    a = bs[0]
    r = try {
        bs[0].v = 5
        error "no"
        bs[0].v = 6
    }
    (a.w, r, bs)
}
print (caught [{ v: 1, w: 2 }])
# expect: (2, Err "no", [{ v: 5, w: 2 }])
caught_whole = bs -> {
    a = bs[0]
    r = try {
        bs[0].v = 5
        error "no"
    }
    (a, bs)
}
print (caught_whole [{ v: 1, w: 2 }])
# expect: ({ v: 1, w: 2 }, [{ v: 5, w: 2 }])
bad_update = bs -> {
    a = bs[0]
    r = try { bs[0].none += 1 }
    s = try { bs[3].v += 1 }
    bs[0].v += 1
    (a.w, bs)
}
print (bad_update [{ v: 1, w: 2 }])
# expect: (2, [{ v: 2, w: 2 }])
bad_value = bs -> {
    a = bs[0]
    r = try { bs[0].v += a.w.x }
    bs[0].v += 1
    (a.w, bs)
}
print (bad_value [{ v: 1, w: 2 }])
# expect: (2, [{ v: 2, w: 2 }])
shown_by_a_later_error = bs -> {
    a = bs[0]
    bs[0].v += 1
    f = () -> a.none
    f ()
}
print (tried (() -> shown_by_a_later_error [{ v: 1, w: 2 }]))
# expect: KeyError { message: "there is no field `none` in \{ v: 1, w: 2 }" }
