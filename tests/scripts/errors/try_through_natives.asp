f = x -> if x == 3 { error "three" } else { x }
print (try (map f [1, 2, 3, 4]))
# expect: Err "three"
print (try (sort_by f [1, 2]))
# expect: Ok [1, 2]
print (try (fold 0 (a x -> a + f x) [1, 3]))
# expect: Err "three"
