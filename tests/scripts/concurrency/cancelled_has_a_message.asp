t = spawn recv (channel 0)
task.cancel t
print (match try (await t) { Err (Cancelled { message }) -> message, other -> other })
# expect: the task was cancelled
