# An argument goes on with the next iteration, or ends the loop: the part that the call would have replaced is still there.
add = xs v -> {
    xs |>= push v
    xs
}
with_count = v xs -> (len xs, push v xs)

continued = n -> {
    st = { b: [1], c: 0 }
    for i in 0..n {
        st.b = add st.b {
            if i == 1 { continue }
            i
        }
    }
    st
}
print (continued 4)
# expect: { b: [1, 0, 2, 3], c: 0 }

ended = n -> {
    st = { b: [1], c: 0 }
    for i in 0..n {
        st.b = add st.b {
            if i == 2 { break }
            i
        }
    }
    st
}
print (ended 4)
# expect: { b: [1, 0, 1], c: 0 }

updated = n -> {
    st = { a: { b: [1] }, c: 0 }
    for i in 0..n {
        st.a.b |>= insert 0 {
            if i == 2 { continue }
            i
        }
        st.a.b |>= insert {
            if i == 3 { break }
            0
        } i
    }
    st
}
print (updated 5)
# expect: { a: { b: [3, 1, 1, 0, 0, 1] }, c: 0 }

indexed = n -> {
    xs = [[1], [2]]
    for i in 0..n { xs[i % 2] = add xs[i % 2] (if i == 2 { break } else { i }) }
    j = 0
    while true { xs[j] = add xs[j] (if len xs[j] > 3 { break } else { 5 }) }
    xs
}
print (indexed 4)
# expect: [[1, 0, 5, 5], [2, 1]]

spread = n -> {
    st = { b: [1], c: 0, q: 0 }
    for i in 0..n {
        st = { ..st, b: add st.b 7, c: {
            if i == 1 { continue }
            i
        } }
        st = { ..st, b: push i st.b, q: {
            if i == 2 { continue }
            i
        } }
    }
    st
}
print (spread 4)
# expect: { b: [1, 7, 0, 7, 7, 3], c: 3, q: 3 }

value_of_loop = () -> {
    st = { b: [1], c: 0 }
    five = loop { st.b = add st.b (if len st.b > 2 { break 5 } else { 1 }) }
    (five, st)
}
print (value_of_loop ())
# expect: (5, { b: [1, 1, 1], c: 0 })

several = n -> {
    st = { b: [1], c: [0, 0] }
    for i in 0..n {
        st.c[{
            if i == 1 { continue }
            0
        }], st.b = with_count i st.b
    }
    st
}
print (several 3)
# expect: { b: [1, 0, 2], c: [2, 0] }

# A loop in the argument is its own.
inner = n -> {
    st = { b: [1], c: 0 }
    for i in 0..n {
        st.b = add st.b {
            k = 0
            loop {
                k += 1
                if k > i { break }
            }
            k
        }
    }
    st
}
print (inner 3)
# expect: { b: [1, 1, 2, 3], c: 0 }
