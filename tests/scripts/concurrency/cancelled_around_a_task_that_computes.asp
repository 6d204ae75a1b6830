# The task that it awaits runs inside of it, and has no safepoint of its own.
forever = () -> { n = 0; loop { n += 1 } }
print ((try (task.timeout 0.02 (() -> await (spawn forever ())))) is Err (Timeout _))   # expect: true
t = spawn (await (spawn forever ()))
sleep 0.01
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
