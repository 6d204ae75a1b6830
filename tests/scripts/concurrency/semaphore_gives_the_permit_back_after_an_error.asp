s = semaphore 1
print (try (semaphore.with s (() -> error "no")))   # expect: Err "no"
print (semaphore.with s (() -> "yes"))              # expect: yes
t = spawn semaphore.with s (() -> recv (channel 0))
for i in 0..20 { task.yield () }
task.cancel t
print ((try (await t)) is Err (Cancelled _))        # expect: true
print (semaphore.with s (() -> "again"))            # expect: again
