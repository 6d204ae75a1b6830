# A loop that runs while a path is open may be split, though it calls nothing.
total = n -> {
    t = 0
    for i in 0..n { t += i * i % 7 }
    t
}
n = 3000
want = total n

added = () -> {
    st = { a: { b: [1], n: 2 } }
    st.a.n += { t = 0; for i in 0..n { t += i * i % 7 }; t }
    st
}
print (added () == { a: { b: [1], n: 2 + want } })

while_loop = () -> {
    st = { a: { b: [1], n: 2 } }
    st.a.n += { t = 0; i = 0; while i < n { for j in 0..2 { t += j * (i * i % 7) }; i += 1 }; t }
    st
}
print (while_loop () == { a: { b: [1], n: 2 + want } })

endless_loop = () -> {
    st = { a: { b: [1], n: 2 } }
    st.a.n += { t = 0; i = 0; loop { for j in 0..2 { t += j * (i * i % 7) }; i += 1; if i == n { break } }; t }
    st
}
print (endless_loop () == { a: { b: [1], n: 2 + want } })

pushed = () -> {
    st = { a: { b: [1], n: 2 } }
    st.a.b = push { t = 0; for i in 0..n { t += i * i % 7 }; t } st.a.b
    st
}
print (pushed () == { a: { b: [1, want], n: 2 } })

handed_on = () -> {
    st = { a: { b: [1], n: 2 } }
    st.a.b |>= push { t = 0; for i in 0..n { t += i * i % 7 }; t }
    st.a.b = list.append st.a.b [{ t = 0; for i in 0..n { t += i * i % 7 }; t }]
    st
}
print (handed_on () == { a: { b: [1, want, want], n: 2 } })

deep = () -> {
    st = { a: [[{ n: 1 }]] }
    st.a[0][0].n += {
        t = 0
        for i in 0..n {
            for j in 0..2 { t += j * (i * i % 7) }
        }
        t
    }
    st
}
print (deep () == { a: [[{ n: 1 + want }]] })

other = { a: { n: 1 } }
copy = other
other.a.n += { t = 0; for i in 0..n { t += i * i % 7 }; t }
print (other == { a: { n: 1 + want } } and copy == { a: { n: 1 } })

grid = [[0, 0], [0, 0]]
for k in 0..4 { grid[k // 2][k % 2] += { t = 0; for i in 0..n { t += i * i % 7 }; t + k } }
print (grid == [[want, want + 1], [want + 2, want + 3]])
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
