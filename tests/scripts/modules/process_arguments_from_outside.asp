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
print (match try (process.input p) { Err (ValueError e) -> e.message, other -> other })
# expect: process.input: p has no such pipe: process.spawn_with { input: "pipe" } makes one

# The value None removes a variable.
print (process.run_with { env: ["ASPEN_A": "1", "ASPEN_B": None] } "sh" ["-c", r"echo ${ASPEN_A-gone} ${ASPEN_B-gone}"]).out
env.set "ASPEN_A" "2"
print (process.run_with { env: ["ASPEN_A": None] } "sh" ["-c", r"echo ${ASPEN_A-gone}"]).out
# expect: 1 gone
# expect:
# expect: gone
# expect:
