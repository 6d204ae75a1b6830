print (fold 10 (acc x -> acc - x) [1, 2, 3])
# expect: 4
print (fold "" (acc c -> c + acc) "abc")
# expect: cba
print (fold 0 (acc x -> acc + x) [])
# expect: 0
