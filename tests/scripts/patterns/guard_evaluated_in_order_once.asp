t = name v -> { print name; v }
r = match 5 {
    x | t "first" (x > 10)  -> 1
    x | t "second" (x > 3)  -> 2
    x | t "third" true      -> 3
}
# expect: first
# expect: second
print r
# expect: 2
