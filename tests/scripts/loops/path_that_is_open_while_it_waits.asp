# The value that an update adds is under way when the path is open: the loop's next iteration begins with what it leaves.
work = m n -> {
    t = 0
    for i in 0..m { t = (t * 7 + i + n) % 1009 }
    t
}
steps = 300

fields = n -> {
    st = { a: { n: 0, m: [0] }, z: 1 }
    for i in 0..n {
        x = work steps i
        y = work steps (i + 1)
        st.z += y
        st.a.n += x + y
    }
    st
}
print (fields 40)
# expect: { a: { n: 41114, m: [0] }, z: 20717 }

elements = n -> {
    st = { a: [[0], [1]] }
    for i in 0..n {
        x = work steps i
        st.a[0][0] += x
    }
    st
}
print (elements 40)
# expect: { a: [[20398], [1]] }

grid = n -> {
    g = [[0, 0], [0, 0]]
    for i in 0..n {
        x = work steps i
        g[i % 2][1] += x
    }
    g
}
print (grid 40)
# expect: [[0, 10624], [0, 9774]]

total_of = xs -> {
    st = { sums: { all: 0, count: 0 } }
    for x in xs { st.sums.all += x }
    st
}
print (total_of [work 300000 1, work 100 2, work 100 3, work 100 4])
# expect: { sums: { all: 1641, count: 0 } }

lists = n -> {
    st = { log: { lines: [], n: 0 } }
    i = 0
    while i < n {
        x = work steps i
        i += 1
        st.log.lines |>= push (x + 0)
    }
    sum st.log.lines
}
print (lists 40)
# expect: 20398

# Another variable holds the open container.
with_part = xs st -> {
    a = st.a
    for x in xs { st.a.n += x * a.m }
    st
}
slow = [work 300000 1, work 100 2, work 100 3, work 100 4]
print (with_part slow { a: { m: 2, n: 0 }, z: 0 })
# expect: { a: { m: 2, n: 3282 }, z: 0 }

# A container on the path is under way itself.
deep = (rs, n) -> {
    st = { a: rs, n: 0 }
    a = st.a
    for i in 0..n {
        st.a[i].n += a[0].m
        st.n += st.a[i].n
    }
    st.n
}
records = map (i -> { m: 2, n: work (if i == 3 { 300000 } else { 100 }) i }) (0..8)
print (deep (records, 8))
# expect: 4629
