# Items after a failed one do nothing, even those that are spawned afterwards; those before it run on.
try_once = u -> {
    begun = channel 1
    failed = channel 1
    ran = cell.new []
    source = fiber {
        for i in 0..3 { yield i }
        recv failed
        for i in 3..6 { yield i }
    }
    item = x -> match x {
        0 -> { for i in 0..200 { task.yield () }; cell.update (xs -> push 0 xs) ran }
        1 -> { recv begun; error "one" }
        2 -> { send begun (); try (recv (channel 0)); send failed () }
        _ -> cell.update (xs -> push x xs) ran
    }
    (try (gather item source), cell.get ran)
}
for i in 0..10 { if try_once () != (Err "one", [0]) { print (try_once ()) } }
print (try_once ())   # expect: (Err "one", [0])
