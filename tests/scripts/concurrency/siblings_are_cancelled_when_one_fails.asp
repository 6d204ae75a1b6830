log = channel 9
started = channel 0
worker = name -> {
    r = try { send started (); recv (channel 0) }
    send log "{name} {if r is Err (Cancelled _) { "was cancelled" } else { show r }}"
}
f = () -> {
    spawn (try (worker "a"))
    spawn (try (worker "b"))
    recv started
    recv started
    spawn error "fails"
    recv (channel 0)
}
print (try (await (spawn f ())))    # expect: Err "fails"
close log
for line in log { assert (line |> string.ends_with? "was cancelled") }
