ch = channel 0
started = channel 0
t = spawn {
    first = try { send started (); for v in ch { } }
    second = try { for v in ch { } }
    (first is Err (Cancelled _), second is Err (Cancelled _))
}
recv started
for i in 0..20 { task.yield () }
task.cancel t
print (await t)            # expect: (true, true)
u = spawn { out = []; for v in ch { out |>= push v }; out }
send ch 1
send ch 2
close ch
print (await u)            # expect: [1, 2]
