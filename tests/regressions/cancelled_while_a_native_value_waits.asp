# A cancelled wait leaves no trace in the channel, however the waiting function was called.
f = recv
wait = ch -> { r = f ch; r }
ch = channel 0
t = spawn { try (wait ch); wait ch }
task.ends_within? 0.01 t
task.cancel t
print ((try (await t)) is Err (Cancelled _))
# expect: true
u = spawn { send ch 5 }
print (recv ch)
# expect: Some 5
