count = n -> fiber { for i in 0..n { yield i } }
print (sum (count 5))                       # expect: 10
print (list (count 3))                      # expect: [0, 1, 2]
print (zip (count 2) (count 9))             # expect: [(0, 0), (1, 1)]
print (try (list (fiber { yield 1; error "inside" })))      # expect: Err "inside"
