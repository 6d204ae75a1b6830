f = v -> match v {
    Some   -> "bare"
    Some _ -> "with payload"
}
print (f Some)
# expect: bare
print (f (Some 1))
# expect: with payload
