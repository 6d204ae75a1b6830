pair = a b -> (a, b)
odd = n -> if n % 2 == 1 { (n, n) } else { None }
message = result -> match result { Err (MatchError { value }) -> show value, Ok v -> show v }

print (message (try { a, b, c = pair 1 2; c }))
# expect: (1, 2)
print (message (try { (Some a, b) = pair None 2; b }))
# expect: (None, 2)
print (message (try { (Some a, [b, ..c]) = pair (Some 1) []; b }))
# expect: (Some 1, [])
print (message (try { match pair 1 2 { (2, b) -> b, (3, b) -> b } }))
# expect: (1, 2)
print (message (try { match odd 2 { (a, b) -> a } }))
# expect: None
print (message (try { match odd 2 { (1, b) -> b, (a, b) -> a } }))
# expect: None
print (match odd 2 { (a, b) -> a, _ -> "even" })
# expect: even
print (match odd 3 { (1, b) -> b, _ -> "not one" })
# expect: not one
f = n -> {
    (1, b) = odd n
    b
}
print (message (try f 3))
# expect: (3, 3)
print (message (try f 4))
# expect: None
a, b = odd 2 # expect error: None
