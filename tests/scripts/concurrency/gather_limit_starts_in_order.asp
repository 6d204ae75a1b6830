# An item starts when there is room for it, the earlier ones first, and none starts after one has failed.
started = cell []
note = x -> { cell.update (push x) started; if x == 2 { error "two" } else { x } }
print (try (gather_limit 1 note (0..100)))    # expect: Err "two"
print (cell.get started)                      # expect: [0, 1, 2]

# Those before the one that fails end by themselves.
gate = channel 0
late = x -> match x {
    0 -> { recv gate; error "late" }
    1 -> { send gate (); error "early" }
    _ -> sleep 60
}
print (try (gather_limit 3 late (0..10)))     # expect: Err "late"

# No task waits for a slot once the whole call is cancelled.
print ((try (task.timeout 0.01 (() -> gather_limit 2 (_ -> sleep 60) (0..10)))) is Err (Timeout _))   # expect: true

# Once one has failed, no further elements are taken: there may be no end of them.
taken = cell 0
endless = fiber { loop { yield (cell.update (n -> n + 1) taken) } }
print (try (gather_limit 1 (x -> if x == 3 { error "three" } else { x }) endless))   # expect: Err "three"
print (cell.get taken)                        # expect: 4
