# The functions of module string that take functions.

## The text of what f gives for the characters.
# string.map string.upper "ab" => "AB"
map = f s -> {
    out = ""
    for c in s { out += f c }
    out
}

## The characters for which f is true.
# string.filter string.is_letter? "a1b2" => "ab"
filter = f s -> {
    out = ""
    for c in s { if f c { out += c } }
    out
}

## The pieces between characters for which f is true; empty ones count.
# string.split_by (c -> c == "," or c == ";") "a,b;c" => ["a", "b", "c"]
split_by = f s -> {
    out = []
    piece = ""
    for c in s {
        if f c {
            out |>= push piece
            piece = ""
        } else { piece += c }
    }
    push piece out
}

## The words of the text, with line ends between them so that no line is longer than width characters, unless a single word is. White space of the text, also its line ends, only separates words: wrap each paragraph of a longer text by itself. (Python: textwrap.fill)
# string.wrap 10 "the quick brown fox" => "the quick\nbrown fox"
wrap = width s -> {
    out = ""
    column = 0
    for word in string.words s {
        n = len word
        if column > 0 and column + 1 + n > width {
            out += "\n"
            column = 0
        }
        if column > 0 {
            out += " "
            column += 1
        }
        out += word
        column += n
    }
    out
}

## The text with n spaces before each line that is not empty.
# string.indent 2 "a\n\nb" => "  a\n\n  b"
indent = n s -> {
    margin = string.repeat n " "
    lines = []
    for line in split "\n" s { lines |>= push (if line == "" { line } else { margin + line }) }
    join "\n" lines
}
