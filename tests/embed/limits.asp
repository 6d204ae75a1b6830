spin = () -> loop { }
stubborn = () -> loop { try (spin ()) }
hoard = () -> {
    xs = []
    loop { xs |>= push (string (len xs)) }
}
# Each of its tasks spawns two.
grow = () -> { spawn grow (); spawn grow (); () }
stubborn_storm = () -> loop { try (for i in 0..1000 { spawn { sleep 1000 } }) }
# One after the other, or few at a time.
modest = () -> {
    for i in 0..1000 { await (spawn i) }
    for i in 0..100 { gather (x -> x) (0..10) }
}
once = () -> "fine"
