message = r -> match r { Err (TypeError e) -> e.message, _ -> "no error" }
print (message (try get_or "q" "" "q=1"))
# expect: get_or: c must be a Dict, as the key is no Int, not "q=1", a String
print (message (try get None [1]))
# expect: get: c must be a Dict, as the key is no Int, not [1], a List
