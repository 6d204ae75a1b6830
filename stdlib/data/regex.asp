# The functions of module regex that take functions.

## The text with every match replaced by what f gives for it, a match as `regex.find` gives it.
# regex.replace_with r"\d+" (m -> string (int m.text * 2)) "a1b22" => "a2b44"
replace_with = r f s -> {
    out = ""
    at = 0
    for m in regex.find_all r s {
        out += s[at..m.start] + f m
        at = m.end
    }
    out + s[at..]
}
