# `f 0..4` means `(f 0)..4`.
hint = f -> match try (f ()) { Err (TypeError e) -> e.hint, other -> other }
print (hint (() -> fold 0 (a x -> a + x) 0..4))
print (hint (() -> print 1..3))
print (hint (() -> print 1..=3))
print (hint (() -> for i in print 1..3 { }))
# expect: a range has two ends: `0..n`; as an argument it needs parentheses: `f (0..n)`; several values are one list: `max [a, b]`
# expect: 1
# expect: as an argument, a range needs parentheses: `f (0..n)`
# expect: 1
# expect: as an argument, a range needs parentheses: `f (0..n)`
# expect: 1
# expect: as an argument, a range needs parentheses: `f (0..n)`
