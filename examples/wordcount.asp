#!/usr/bin/env aspen
# The most frequent words of a file, or of standard input:
#     aspen run examples/wordcount.asp /usr/share/common-licenses/GPL-3

read_all = () -> {
    lines = []
    while read_line () is Some line { lines |>= push line }
    join "\n" lines
}

text = if empty? args { read_all () } else { fs.read args[0] }

words = text
    |> string.lower
    |> map (c -> if string.is_letter? c { c } else { " " })
    |> join ""
    |> string.words

counts = [:]
for word in words { counts[word] = get_or word 0 counts + 1 }

counts
    |> entries
    |> sort_by ((word, n) -> (-n, word))
    |> take 12
    |> each ((word, n) -> print "{word:<14}{n:>6}")

# stdin: The cat sat on the mat. The mat was flat;
# stdin: the cat was not.
# expect: the                4
# expect: cat                2
# expect: mat                2
# expect: was                2
# expect: flat               1
# expect: not                1
# expect: on                 1
# expect: sat                1
