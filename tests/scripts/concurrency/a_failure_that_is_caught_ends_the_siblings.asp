# The spawner catches the error of one task where it waits; the others have been cancelled by then.
family = () -> {
    other = spawn { loop { task.yield () } }
    spawn error "x"
    caught = try (recv (channel 0))
    (caught, (try (await other)) is Err (Cancelled _))
}
for i in 0..20 { if family () != (Err "x", true) { print (family ()) } }
print (family ())   # expect: (Err "x", true)
