# The first error ends items that would run for ever: those that run already, and those that are spawned afterwards.
endless = x -> if x == 0 { error "first" } else { loop { task.yield () } }
for n in [2, 50, 1000] { print (try (gather endless (0..n))) }
# expect: Err "first"
# expect: Err "first"
# expect: Err "first"
print (try (gather_limit 3 endless (0..50)))   # expect: Err "first"
