# The part of module string that takes functions.

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
