t = spawn task.timeout 1000 (() -> sleep 1000)
for i in 0..20 { task.yield () }
task.cancel t
print ((try (await t)) is Err (Cancelled _))        # expect: true
