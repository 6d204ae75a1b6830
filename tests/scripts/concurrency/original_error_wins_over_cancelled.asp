f = () -> {
    a = spawn recv (channel 0)
    b = spawn error "original"
    await a
}
print (try (await (spawn f ())))    # expect: Err "original"
