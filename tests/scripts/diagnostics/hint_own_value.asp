# A function that is handed on does not know the name of what is made of it.
same = f -> f
fib = same (n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) })    # expect error: bind that function to a name of its own
total = total + 1       # expect error: `total` has no value
