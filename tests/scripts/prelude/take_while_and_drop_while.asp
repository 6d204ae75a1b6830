print (take_while (x -> x < 3) [1, 2, 3, 1])
# expect: [1, 2]
print (drop_while (x -> x < 3) [1, 2, 3, 1])
# expect: [3, 1]
print (take_while (c -> c != " ") "ab cd")
# expect: ab
print (drop_while (c -> c == " ") "  ab")
# expect: ab
