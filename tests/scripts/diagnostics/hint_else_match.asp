n = 1
if n == 2 { print "a" } else match n { _ -> print "b" }    # expect error: `else` is followed by a body or by `if`
