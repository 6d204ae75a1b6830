print (host.add 1 2)
print (map (host.add 10) [1, 2])            # partial application, through the library
print (host.greet "you")
print ([3, 1] |> host.total)
host.note "kept"
print (host.count ())
print (try host.mean [])
print (try host.throws 1)
print (try host.throws_other 1)
print (try host.throws_latin1 1)          # bytes that are not UTF-8 become U+FFFD
print (match try host.add "a" 2 { Err (TypeError e) -> e.message, Ok v -> v })
print (match try host.named 1 "b" { Err (TypeError e) -> e.message, Ok v -> v })
print (match try host.count 3 { Err (TypeError e) -> e.message, Ok v -> v })
print (match try host.bad_text () { Err e -> e, Ok v -> "never" })
print ("b" |> pick ["a": 1, "b": 2])
m = host
print (m.add 5 6)
print (type_of host.add)
print limit
