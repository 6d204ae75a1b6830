hint = f -> match try (f ()) { Err (TypeError e) -> e.hint }
print (hint (() -> if True { 1 }))
print (hint (() -> while False { }))
print (hint (() -> if None { 1 }))
print (hint (() -> not Some 1))
print (hint (() -> true and True))
# expect: a capitalised word is a label; the Bool is `true`
# expect: a capitalised word is a label; the Bool is `false`
# expect: test it: `x is Some v`, or `x != None`
# expect: test it: `x is Some v`, or `x != None`
# expect: a capitalised word is a label; the Bool is `true`
print (hint (() -> if "True" { 1 }))
# expect: only true and false decide; compare, for instance `x != 0` or `not empty? xs`
