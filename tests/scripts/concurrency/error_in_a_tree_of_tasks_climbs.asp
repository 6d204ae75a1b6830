f = n -> if n == 0 { error "bottom" } else { spawn f (n - 1); recv (channel 0) }
print (try (await (spawn f 5)))     # expect: Err "bottom"
