x = 0
match 5 {
    5 -> x = 7
    _ -> x = 9
}
print x
# expect: 7
