# Text, bytes and ranges have parts that can be read, but not replaced: the error comes at the write-back.
put = s i -> {
    c = s[i]
    print "read {c}"
    s[i] = c
    s
}
print (try (put "abc" 1))
# expect: read b
# expect: Err (TypeError { message: "cannot set an element of \"abc\"", hint: "build a new one, for instance by slices: `s[..i] + \"x\" + s[i + 1..]`" })
print (put b"abc" 1)
# expect: read 98
# expect: b"abc"
print (try (put (5..9) 1))
# expect: read 6
# expect: Err (TypeError { message: "cannot set an element of 5..9" })
print (try (put [1, 2, 3] (0..2)))
# expect: read [1, 2]
# expect: Err (TypeError { message: "the index of a list is an Int, not 0..2" })
print (try (put "abc" (0..2)))
# expect: read ab
# expect: Err (TypeError { message: "cannot set an element of \"abc\"", hint: "build a new one, for instance by slices: `s[..i] + \"x\" + s[i + 1..]`" })
print (put (1, 2) 1)
# expect: read 2
# expect: (1, 2)
print (put [1, 2] -1)
# expect: read 2
# expect: [1, 2]
print (put ["a": [1]] "a")
# expect: read [1]
# expect: ["a": [1]]
print (try (put ["a": [1]] "b"))
# expect: Err (KeyError { message: "there is no key \"b\"", hint: "`get_or k default d` gives a value for a missing key, `get k d` an option" })
print (try (put [1, 2] 2))
# expect: Err (IndexError { message: "index 2 is out of range for a list of length 2" })
print (try (put [1, 2] -3))
# expect: Err (IndexError { message: "index -3 is out of range for a list of length 2" })
print (try (put [1, 2] 100000000000000000000))
# expect: Err (IndexError { message: "index 100000000000000000000 is out of range for a list of length 2" })
print (try (put { a: 1 } "a"))
# expect: Err (TypeError { message: "a record is not indexed by \"a\"", hint: "a field is read with a dot: `r.name`" })
print (try (put 5 1))
# expect: Err (TypeError { message: "cannot index 5" })
print (try (put [1, 2] "a"))
# expect: Err (TypeError { message: "the index of a list is an Int, not \"a\"" })
inner = s i -> {
    c = s[i][0]
    print "read {c}"
    s[i][0] = c
    s
}
print (try (inner [[1], [2]] (0..1)))
# expect: read [1]
# expect: Err (TypeError { message: "the index of a list is an Int, not 0..1" })
print (try (inner ["abc"] 0))
# expect: read a
# expect: Err (TypeError { message: "cannot set an element of \"abc\"", hint: "build a new one, for instance by slices: `s[..i] + \"x\" + s[i + 1..]`" })
print (inner [[1], [2]] 1)
# expect: read 2
# expect: [[1], [2]]
print (try (inner [5] 0))
# expect: Err (TypeError { message: "cannot index 5" })
field = s -> {
    c = s.xs
    print "read {len c}"
    s.xs = c
    s
}
print (field { xs: [1] })
# expect: read 1
# expect: { xs: [1] }
print (try (field math))
# expect: Err (KeyError { message: "there is no field `xs` in \{ pi: 3.141592653589793, tau: 6.283185307179586, e: 2.71828…" })
print (try (field [1]))
# expect: Err (TypeError { message: "there is no field `xs` in [1]: only records have fields", hint: "functions come first here: `xs value`" })
item = s -> {
    c = s.0
    print "read {c}"
    s.0 = c
    s
}
print (item ([1], 2))
# expect: read [1]
# expect: ([1], 2)
print (try (item [1]))
# expect: Err (TypeError { message: "only tuples have numbered items, not [1]", hint: "a list's elements are found by index: `xs[0]`" })
pi = m c -> {
    x = m.pi
    if c { return x > 3 }
    m.pi = x
    m
}
print (pi math true)
# expect: true
print (try (pi math false))
# expect: Err (TypeError { message: "a standard module cannot be changed" })
