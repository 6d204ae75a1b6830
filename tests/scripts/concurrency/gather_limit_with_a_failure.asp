f = x -> if x == 2 { error "two" } else { x }
print (try (gather_limit 1 f [1, 2, 3]))                # expect: Err "two"
print (try (gather_limit 2 f [1, 2, 2, 3]))             # expect: Err "two"
print (gather_limit 2 f [1, 3])                         # expect: [1, 3]
print (gather_limit (2 ** 70) f [1, 3])                 # expect: [1, 3]
