# Alternatives are written with `or`: what stands after `|` is a condition.
size = n -> match n {
    1 | 2          -> "small"       # expect error: what stands after `|` is a condition
    "a" | "b"      -> "text"        # expect error: neither true nor false
    Red | Blue     -> "a colour"    # expect error: neither true nor false
    Some x | Ok x  -> "a value"     # expect error: neither true nor false
    n | n > 9      -> "large"
    _              -> "other"
}
