# The old part is read first; the new one is stored in what the variable holds then.
replaced = st -> {
    st.a.n += {
        st = { a: { n: 5 } }
        8
    }
    st
}
print (replaced { a: { n: 1 } })
# expect: { a: { n: 9 } }

elements = rs -> {
    rs[1].n -= {
        rs = [{ n: 10 }, { n: 20 }]
        8
    }
    rs
}
print (elements [{ n: 1 }, { n: 2 }])
# expect: [{ n: 10 }, { n: -6 }]

lists = st -> {
    st.a.l += {
        st = { a: { l: [5] } }
        [8]
    }
    st
}
print (lists { a: { l: [1] } })
# expect: { a: { l: [1, 8] } }

one_step = st -> {
    st.n += {
        st = { n: 5 }
        8
    }
    st
}
print (one_step { n: 1 })
# expect: { n: 9 }
