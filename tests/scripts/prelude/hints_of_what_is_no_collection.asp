hint = f -> match try (f ()) { Err (TypeError e) -> e.hint, other -> other }
print (hint (() -> first (1, 2)))
print (hint (() -> sum (1, 2)))
print (hint (() -> take 1 (1, 2)))
print (hint (() -> zip [1] (1, 2)))
print (hint (() -> map (x -> x) (1, 2)))
# expect: `list` makes a list of a tuple's items
# expect: `list` makes a list of a tuple's items
# expect: `list` makes a list of a tuple's items
# expect: `list` makes a list of a tuple's items
# expect: `list` makes a list of a tuple's items
print (hint (() -> first { a: 1 }))
print (hint (() -> first 5))
# expect: `entries (dict r)` are a record's fields
# expect: a range has two ends: `0..n`; as an argument it needs parentheses: `f (0..n)`; several values are one list: `max [a, b]`
