f = fiber {
    r = try { yield 1; x = yield 2; error x }
    yield r
}
print (f ())               # expect: Some 1
print (f ())               # expect: Some 2
print (f "bad")            # expect: Some (Err "bad")
print (f ())               # expect: None
