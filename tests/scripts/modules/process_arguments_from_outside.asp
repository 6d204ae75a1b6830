# The arguments of a program may come from a fiber or a channel.
print (process.run "echo" (fiber { yield "a"; yield "b" })).out
ch = channel 2
send ch "c"
close ch
print (process.run_with { timeout: 10 } "echo" ch).out
p = process.spawn_with { output: "pipe" } "echo" (fiber { sleep 0.001; yield "d" })
print (fs.read_line (process.output p))
print (process.wait p)
# expect: a b
# expect:
# expect: c
# expect:
# expect: Some "d"
# expect: 0
