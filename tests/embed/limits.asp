spin = () -> loop { }
stubborn = () -> loop { try (spin ()) }
hoard = () -> {
    xs = []
    loop { xs |>= push (string (len xs)) }
}
once = () -> "fine"
