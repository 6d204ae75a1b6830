# A default is what a word of the command line would give, so a wrong one is a mistake in the program.
tell = option -> match try (cli.parse { options: { x: option } } []) {
    Ok found -> print found
    Err (ValueError e) -> print e.message
}
tell { type: Int, default: "7" }
tell { type: Int, default: 7 }
tell { type: Float, default: 7 }
tell { type: Float, default: "7" }
tell { type: String, default: 7 }
tell { type: ["a", "b"], default: "c" }
tell { type: Int, many: true, default: [1, 2] }
tell { many: true, default: 0 }
tell { short: "ab" }
tell { short: 5 }
# expect: cli: default of x must be an Int, not "7"
# expect: Ok { x: 7 }
# expect: Ok { x: 7 }
# expect: cli: default of x must be a Float or an Int, not "7"
# expect: cli: default of x must be a String, not 7
# expect: cli: default of x must be a or b, not "c"
# expect: Ok { x: [1, 2] }
# expect: Ok { x: 0 }
# expect: cli: short of x must be a letter, not "ab"
# expect: cli: short of x must be a letter, not 5
