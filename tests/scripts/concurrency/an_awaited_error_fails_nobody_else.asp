f = () -> {
    bad = spawn error "known"
    good = spawn 5
    (try (await bad), await good)
}
print (await (spawn f ()))          # expect: (Err "known", 5)
