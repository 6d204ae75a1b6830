# Programs that run beside this one, with pipes to their standard streams.
cat = process.spawn_with { input: "pipe", output: "pipe" } "cat" []
fs.put "hello\n" (process.input cat)
fs.flush (process.input cat)
print (fs.read_line (process.output cat))
# expect: Some "hello"
fs.put "again\n" (process.input cat)
fs.close (process.input cat)
for line in process.output cat { print line }
# expect: again
print (process.wait cat)
# expect: 0

both = process.spawn_with { output: "pipe", errors: "output" } "sh" ["-c", "echo out; echo err >&2; exit 3"]
print (list.from (process.output both), process.wait both)
# expect: (["out", "err"], 3)
apart = process.spawn_with { output: "pipe", errors: "pipe", env: ["NAME": "value"], dir: "/" } "sh" ["-c", "pwd; echo $NAME >&2"]
print (list.from (process.output apart), list.from (process.errors apart), process.wait apart)
# expect: (["/"], ["value"], 0)
print (process.wait (process.spawn_with { input: "null", output: "null" } "cat" []))
# expect: 0

# More than a pipe holds, both ways at once.
big = string.repeat 100000 "0123456789"
through = process.spawn_with { input: "pipe", output: "pipe" } "cat" []
sending = spawn {
    fs.put big (process.input through)
    fs.close (process.input through)
}
print (len (fs.read_chunk 2000000 (process.output through)))
# expect: 1000000

# A program that has ended reads no more.
ended = process.spawn_with { input: "pipe" } "true" []
process.wait ended
print (match try ({ fs.put big (process.input ended); fs.flush (process.input ended) }) { Err (IoError { code: code }) -> code, other -> show other })
# expect: EPIPE

problem = f -> match try (f ()) {
    Err (IoError e) -> e.message
    Err (Timeout e) -> e.message
    Err (ValueError e) -> e.message
    other -> show other
}
print (problem (() -> process.spawn_with { input: "pype" } "cat" []))
# expect: process.spawn_with: options cannot have `input: "pype"`: its fields are dir, env, group, input, output and errors; the last three are "pipe", "null" or "inherit", errors may be "output", too
print (problem (() -> process.output (process.spawn "true" [])))
# expect: process.output: p has no such pipe: process.spawn_with { output: "pipe" } makes one
print (problem (() -> process.run_with { dir: "/nowhere" } "pwd" []))
# expect: /nowhere: No such file or directory
print (problem (() -> process.run_with { timeout: 0.01 } "sleep" ["1000"]))
# expect: process.run_with: sleep ran longer than its timeout
print (problem (() -> process.run_with { timeout: 0.01 } "sh" ["-c", "exec >/dev/null 2>&1; exec sleep 1000"]))
# expect: process.run_with: sh ran longer than its timeout
print (process.run_with { bytes: true } "printf" ["\\377"])
# expect: { code: 0, out: b"\xff", err: b"" }
