# args: --help
# The help goes to standard output, and the program ends with exit code 0.
cli.options {
    name: "tool",
    about: "Does things.",
    version: "tool 1.2",
    options: {
        verbose: { short: "v", help: "say more" },
        color: { default: true, help: "no colors" },
        count: { type: Int, short: "n", default: 10, help: "lines to show" },
        output_directory_of_it: { type: String, required: true, value: "DIR", help: "where to write" },
    },
    arguments: { source: { many: true, help: "what to read" }, target: { required: false } },
} args
print "not reached"
# exit: 0
# expect: usage: tool [options] [SOURCE...] [TARGET]
# expect: 
# expect: Does things.
# expect: 
# expect: arguments:
# expect:   SOURCE                    what to read
# expect:   TARGET
# expect: 
# expect: options:
# expect:   -v, --verbose             say more
# expect:       --no-color            no colors
# expect:   -n, --count N             lines to show (default: 10)
# expect:       --output-directory-of-it DIR
# expect:                             where to write (required)
# expect:   -V, --version             show the version
# expect:   -h, --help                show this help
