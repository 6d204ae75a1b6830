ch = channel 0
f = () -> {
    t = spawn { close ch; error "late" }
    recv ch
    try (await (spawn 1))
    task.detach t
    "fine"
}
r = try (await (spawn f ()))
print (r == Ok "fine" or r == Err "late")           # expect: true
