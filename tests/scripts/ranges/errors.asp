# The first error in the order of the elements is raised, and the code around the range sees that one.
reciprocal = x -> 100 // (x - 500)
print (try map reciprocal (0..1000))  # expect: Err (ArithmeticError { message: "division by zero" })
fail_at = places x -> { if contains x places { error x }; x }
print (try map (fail_at [900, 400, 401]) (list (0..1000)))  # expect: Err 400
print (try each (fail_at [999]) (0..1000))  # expect: Err 999
print (try count (x -> fail_at [0, 999] x > 3) (0..1000))  # expect: Err 0
nested = map (i -> try map (fail_at [i * 10]) (0..50)) (0..8)
print (map (r -> r is Err _) nested)  # expect: [true, true, true, true, true, false, false, false]
print (map (r -> match r { Err e -> e, Ok xs -> len xs }) nested)  # expect: [0, 10, 20, 30, 40, 50, 50, 50]
# The output of a round before its error, and nothing after it.
shown = try each (x -> { print x; if x == 2 { error "enough" } }) (0..40)
print shown
# expect: 0
# expect: 1
# expect: 2
# expect: Err "enough"
