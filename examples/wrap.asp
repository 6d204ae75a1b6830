#!/usr/bin/env aspen
# Wraps the paragraphs of standard input to a width, 40 unless the first argument says otherwise:
#     aspen run examples/wrap.asp 60 < letter.txt

# Puts each word on the current line while it fits.
wrap = width words -> {
    lines = []
    line = ""
    for word in words {
        if line == "" {
            line = word
        } else if len line + 1 + len word <= width {
            line += " " + word
        } else {
            lines |>= push line
            line = word
        }
    }
    if line != "" { lines |>= push line }
    lines
}

width = if empty? args { 40 } else { int args[0] }

# A line without words ends a paragraph.
paragraphs = [[]]
while read_line () is Some line {
    match string.words line {
        []    -> paragraphs |>= push []
        words -> paragraphs[-1] += words
    }
}

paragraphs
    |> filter (words -> not empty? words)
    |> map (words -> wrap width words |> join "\n")
    |> join "\n\n"
    |> print

# args: 32
# stdin: The aspen is a tree. Its leaves tremble
# stdin: in the slightest   breeze.
# stdin:
# stdin: A grove of aspens is often a single organism with one root system; the oldest known
# stdin: one is thousands of years old.
# expect: The aspen is a tree. Its leaves
# expect: tremble in the slightest breeze.
# expect:
# expect: A grove of aspens is often a
# expect: single organism with one root
# expect: system; the oldest known one is
# expect: thousands of years old.
