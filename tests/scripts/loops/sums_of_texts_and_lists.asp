# Each part of a loop that was divided begins with an empty string or list.
check = xs -> fold 7 (a x -> (a * 31 + x) % 1000003) xs
squares = n -> { out = []; for i in 0..n { out |>= push (i * i) }; out }
print (check (squares 5000))
some = xs -> { out = [-1]; for x in xs { if x % 3 == 0 { out |>= push x } }; out }
print (check (some (list (0..5000))))
print (some (list (0..10)))
text = n -> { t = ">"; for i in 0..n { t += string i; t += "," }; t }
print (text 10)
print (check (bytes (text 4000)))
data = n -> { t = bytes [1]; for i in 0..n { t += bytes [i % 256] }; t }
print (check (data 4000))
spread = n -> { out = []; for i in 0..n { out += [i, -i]; out |>= push (2 * i) }; out }
print (check (spread 3000))
nested = n -> { out = []; for i in 0..n { for j in 0..i { out |>= push (i * j) } }; out }
print (check (nested 90))
# The elements are values of their own.
rows = n -> { out = []; for i in 0..n { out |>= push [i] }; first = out[0]; out[0] |>= push 7; out[n - 1][0] = 5; (first, out[0], out[n - 1], len out) }
print (rows 3000)
# The list before stays as it is.
kept = n -> { before = [1, 2]; out = before; for i in 0..n { out |>= push i }; (before, len out) }
print (kept 3000)
# What is added first, or is of another kind, is added in order.
reversed = n -> { t = "."; for i in 0..n { t = "{i % 10}" + t }; t }
print (reversed 30)
sum = start xs -> { t = start; for x in xs { t += x }; t }
print (try (sum "" (map string (list (0..3000)) + [1] + map string (list (0..3000)))))
print (try (sum [] ([[1]] + list (0..3000))))
print (try (sum 0 (list (0..3000) + ["a", 1])))
print (sum 3 [])
pushed = start n -> { t = start; for i in 0..n { if i >= n - 2 { t |>= push i } }; t }
print (try (pushed "text" 3000))
print (pushed [4] 3000)
# A return in the middle, and the next call in its place.
until = n -> { out = []; for i in 0..n { if i == 3000 { return [i] }; out |>= push i }; out }
print (map (n -> len (until n)) [4000, 2000, 4000, 10])
# An error after a part of it.
failing = n -> { out = []; for i in 0..n { out |>= push (100 // (i - 3500)) }; out }
print (try (failing 4000))
print (len (failing 3000))
# expect: 633189
# expect: 115965
# expect: [-1, 0, 3, 6, 9]
# expect: >0,1,2,3,4,5,6,7,8,9,
# expect: 162130
# expect: 418989
# expect: 970409
# expect: 849466
# expect: ([0], [0, 7], [5], 3000)
# expect: ([1, 2], 3002)
# expect: 987654321098765432109876543210.
# expect: Err (TypeError { message: "cannot add String and Int", hint: "turn the other value into text with `string`, or write \"\{x}\" inside a string" })
# expect: Err (TypeError { message: "cannot add List and Int", hint: "`push v xs` adds one element to a list" })
# expect: Err (TypeError { message: "cannot add Int and String", hint: "turn the other value into text with `string`, or write \"\{x}\" inside a string" })
# expect: 3
# expect: Err (TypeError { message: "cannot add an element to \"text\", a String", hint: "`push v xs`, with the list last, and `[..xs, v]` add one to a list" })
# expect: [4, 2998, 2999]
# expect: [1, 2000, 1, 10]
# expect: Err (ArithmeticError { message: "division by zero" })
# expect: 3000
