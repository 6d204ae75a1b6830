# A task of a fiber fails while the fiber is suspended. The fiber gets the error at the `yield` that returns.
go = channel 0
f = fiber {
    spawn { recv go; error "failed" }
    r = try (yield "begun")
    while r is Ok _ { r = try (yield "waits") }
    yield (show r)
    "end"
}
print (f ())            # expect: Some "begun"
send go ()
heard = f ()
while heard == Some "waits" { heard = f () }
print heard             # expect: Some "Err \"failed\""
print (f ())            # expect: None
