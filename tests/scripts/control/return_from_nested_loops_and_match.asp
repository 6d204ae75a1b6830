find_pair = target xs -> {
    for a in xs {
        for b in xs {
            match a + b { s | s == target -> return (a, b), _ -> () }
        }
    }
    None
}
print (find_pair 7 [1, 2, 5])
# expect: (2, 5)
print (find_pair 100 [1, 2, 5])
# expect: None
