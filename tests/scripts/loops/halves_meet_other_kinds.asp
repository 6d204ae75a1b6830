# The first elements take long, so that the parts after them begin without the value before. There is no call and
# no loop in the bodies: those would be strands of their own.
#
# What is pushed onto is no list.
pushed = start n -> { t = start; for i in 0..n { if i < n // 8 { (i + 7) ** 3000 % 1 } else { t |>= push i } }; t }
print (try (pushed "text" 4000))
print (len (pushed [] 4000))
# The sum becomes a Float in the first part, and is one in the message of an error in a later part.
added = xs -> { t = 0; for x in xs { t += (if x == 3 { 0.5 } else { if x is (_: Int) { (x + 7) ** 2000 % 1 } else { x } }) }; t }
print (try (added (list (0..3000) + ["a"])))
# The later parts have Floats: beside a large Int, each is rounded.
large = n -> { t = 10 ** 15; for i in 0..n { t += (if i < n // 2 { (i + 7) ** 3000 % 1 } else { 0.1 }) }; t }
print (large 3000)
# What is kept survives collections.
kept = n -> { t = 0.1; for i in 0..n { if i < n // 8 { (i + 7) ** 300 % 1 }; xs = [i, [i], "{i}"]; t += 0.3 * len xs[1] }; t }
print (kept 30_000)
# expect: Err (TypeError { message: "cannot add an element to \"text\", a String", hint: "`push v xs`, with the list last, and `[..xs, v]` add one to a list" })
# expect: 3500
# expect: Err (TypeError { message: "cannot add Float and String", hint: "turn the other value into text with `string`, or write \"\{x}\" inside a string" })
# expect: 1000000000000187.5
# expect: 9000.100000001547
