f = () -> {
    t = spawn error "lost"
    recv (channel 0)
}
print (try (f ()))         # expect: Err "lost"
