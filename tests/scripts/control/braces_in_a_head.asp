# The `{` after `fiber`, `loop` or `else` is theirs: the body of the `for`, `if`, `while` or `match` comes after it.
for x in fiber { yield 1; yield 2 } { print x }
for x in if false { [1] } else if false { [2] } else { [3] } { print x }
if if true { false } else { true } { print "no" } else { print "else" }
n = 0
while loop { n += 1; break n < 3 } { print "again" }
match fiber { yield 5 } { f -> print (f ()) }
print (if loop { break true } { "one" } else { "other" })
# expect: 1
# expect: 2
# expect: 3
# expect: else
# expect: again
# expect: again
# expect: Some 5
# expect: one
