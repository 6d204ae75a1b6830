# A name or a value that no environment variable can have is refused, in each function that starts a program.
print (process.run_with { env: ["ASPEN_A": "1=2", "ASPEN_B": ""] } "sh" ["-c", "echo \"$ASPEN_A|$ASPEN_B|\""]).out
# expect: 1=2||
# expect:
message = f -> match try (f ()) { Err (ValueError e) -> e.message }
for env in [["A=B": "1"], ["": "1"], ["A\0B": "1"], ["=A": "1"]] {
    print (message (() -> process.run_with { env: env } "true" []))
    print (message (() -> process.spawn_with { env: env } "true" []))
}
# expect: process.run_with: options has an env with a name that no variable can have
# expect: process.spawn_with: options has an env with a name that no variable can have
# expect: process.run_with: options has an env with a name that no variable can have
# expect: process.spawn_with: options has an env with a name that no variable can have
# expect: process.run_with: options has an env with a name that no variable can have
# expect: process.spawn_with: options has an env with a name that no variable can have
# expect: process.run_with: options has an env with a name that no variable can have
# expect: process.spawn_with: options has an env with a name that no variable can have
print (message (() -> process.run_with { env: ["A": "1\0"] } "true" []))
# expect: process.run_with: options has an env with a value that contains NUL
print (message (() -> process.run_with { dir: "/\0no" } "true" []))
# expect: process.run_with: options has a dir that contains NUL
print (message (() -> process.set_dir "/\0no"))
# expect: process.set_dir: p cannot contain a NUL character
