# Elements after a hit have no effect on the result, whatever they would do.
careful = limit x -> { if x > limit { error "too far: {x}" }; x == limit }
print (any (careful 700) (0..1000))  # expect: true
print (find (careful 700) (list (0..1000)))  # expect: Some 700
print (find_index (x -> careful 700 (x * 2)) (list (0..1000)))  # expect: Some 350
print (all (x -> not careful 3 x) (0..1000))  # expect: false
forever = x -> { if x > 5 { loop { } }; x == 5 }
print (any forever (0..12))  # expect: true
print (find forever (list (0..12)))  # expect: Some 5

# An error before the hit.
print (try any (careful 300) (range 999 0 -1))  # expect: Err "too far: 999"
# None.
print (any (x -> x < 0) (0..1000), all (x -> x >= 0) (0..1000), find (x -> x < 0) (0..1000))  # expect: (false, true, None)
print (find_index (x -> x < 0) (0..1000))  # expect: None

# More than can be counted to.
print (1..10 ** 15 |> any (x -> x % 211 == 0))  # expect: true
print (1..10 ** 30 |> find (x -> x * x > 5000))  # expect: Some 71
print (1..10 ** 15 |> all (x -> x < 400))  # expect: false

# Effects before the hit, and none after it.
print (any (x -> { print "looked at {x}"; x == 2 }) (0..50))
# expect: looked at 0
# expect: looked at 1
# expect: looked at 2
# expect: true
