# Options and arguments are read as users of POSIX and GNU tools write them.
spec = {
    options: {
        verbose: { short: "v", many: true },
        dry_run: {:},
        color: { default: true },
        count: { type: Int, short: "n", default: 10 },
        ratio: { type: Float },
        level: { type: ["low", "high"], default: "low" },
        include: { type: String, short: "I", many: true },
    },
    arguments: { source: { many: true, required: true }, target: {:} },
}
read = words -> match cli.parse spec (string.words words) {
    Ok o -> print o
    Err message -> print message
}
read "a b"
read "-vvn5 a --dry-run b c --no-color --ratio=1e3 --level high -I p -I=q -Ir"
read "-n -5 -7 - -- -v"
# expect: { verbose: 0, dry_run: false, color: true, count: 10, ratio: None, level: "low", include: [], source: ["a"], target: "b" }
# expect: { verbose: 2, dry_run: true, color: false, count: 5, ratio: Some 1000.0, level: "high", include: ["p", "q", "r"], source: ["a", "b"], target: "c" }
# expect: { verbose: 0, dry_run: false, color: true, count: -5, ratio: None, level: "low", include: [], source: ["-7", "-"], target: "-v" }

# Mistakes are named, and nothing is guessed.
for words in ["a", "--dryrun a b", "--zzz a b", "-vz a b", "-n", "-n --level a b", "-n five a b", "--ratio x a b", "--level mid a b", "--dry-run=1 a b", "--count= a b", "--=x a b"] { read words }
# expect: TARGET is missing
# expect: there is no option --dryrun; did you mean --dry-run?
# expect: there is no option --zzz
# expect: there is no option -z
# expect: -n needs a value: N
# expect: -n needs a value; for this one write -n=--level
# expect: --count must be a whole number, not "five"
# expect: --ratio must be a number, not "x"
# expect: --level must be low or high, not "mid"
# expect: --dry-run takes no value
# expect: --count must be a whole number, not ""
# expect: there is no option --

# Arguments without need; the last of several values; a program's own option `help`; names that are not UTF-8.
some = { arguments: { a: {:}, b: { required: false }, c: { default: "z" } } }
print (cli.parse some ["1"], cli.parse some ["1", "2", "3"])
print (cli.parse { options: { out: { type: String } } } ["--out", "x", "--out", "y"])
print (cli.parse { options: { help: { short: "h" } } } ["-h"])
print (cli.parse { arguments: { file: {:} } } [b"\xff"], cli.parse {:} ["x"])
# expect: (Ok { a: "1", b: None, c: "z" }, Ok { a: "1", b: Some "2", c: "3" })
# expect: Ok { out: Some "y" }
# expect: Ok { help: true }
# expect: (Ok { file: b"\xff" }, Err "\"x\" is one argument too many")

# Without a type, that of the default.
loose = {
    options: { out: { default: "x" }, n: { default: 3 }, rate: { default: 0.5 }, quick: { default: false }, v: { many: true, default: 0 }, tag: { many: true, default: "none" } },
    arguments: { times: { default: 1 } },
}
print (cli.parse loose [])
print (cli.parse loose ["--out", "y", "--n=4", "--rate", "2", "--quick", "--v", "--v", "--tag", "a", "--tag", "b", "7"])
print (cli.parse loose ["--n", "x"], cli.parse loose ["--out"])
# expect: Ok { out: "x", n: 3, rate: 0.5, quick: false, v: 0, tag: "none", times: 1 }
# expect: Ok { out: "y", n: 4, rate: 2.0, quick: true, v: 2, tag: ["a", "b"], times: 7 }
# expect: (Err "--n must be a whole number, not \"x\"", Err "--out needs a value: OUT")

# A mistake in the specification is the program's.
for bad in [
    5,
    { option: {:} },
    { options: { a: 5 } },
    { options: { a: { typ: Int } } },
    { options: { a: { type: List } } },
    { options: { a: {:} }, arguments: { a: {:} } },
    { options: { a: { short: "x" }, b: { short: "x" } } },
] {
    if (try (cli.parse bad [])) is Err (ValueError { message }) { print message }
}
# expect: cli: spec must be a Record, not 5
# expect: cli: spec has the unknown field option; its fields are options, arguments, name, about, version
# expect: cli: the option a must be a Record, such as { type: Int } or {:}, not 5
# expect: cli: the option a has the unknown field typ; its fields are type, short, default, required, many, help, value
# expect: cli: the type of a must be Int, Float, String or a list of texts, not List
# expect: cli: a is given to two of the options and arguments
# expect: cli: x is given to two of the options and arguments
