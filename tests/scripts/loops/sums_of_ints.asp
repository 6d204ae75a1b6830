# Each part of a loop that was halved adds from 0. What is no Int, and errors, come out as in order.
sums = xs -> { total = 1; count = 0; for x in xs { total += x; if x % 3 == 0 { count += 1 }; total -= 2 }; (total, count) }
print (sums (list (0..20000)))
print (sums (list (0..1000) + [2.5] + list (0..1000)))
print (sums ([0.5] + list (0..1000)))
print (try (sums (list (0..5000) + ["a"] + list (0..5000))) is Err (TypeError _))
pairs = n -> { s = 0; for i in 0..n { for j in 0..i { s += i * j } }; s }
print (pairs 100)
two = n -> { s = 0; t = 0.5; for i in 0..n { s += i; t = t + 1.0 }; (s, t) }
print (two 4000)
find = n -> { s = 0; for i in 0..n { if i == 3000 { return (i, "early") }; s += i }; (s, "all") }
print (find 4000)
print (find 2000)
large = n -> { s = 0; for i in 0..n { s += 140737488355327 }; s }
print (large 1000)
float_at = k n -> { s = 0; for i in 0..n { s += (if i == k { 0.25 } else { i }) }; s }
print (float_at 3999 4000)
print (float_at 1 4000)
caught = n -> { s = 0; for i in 0..n { s += (if (try (if i % 5 == 0 { error "x" } else { i })) is Ok _ { i } else { 1 }) }; s }
print (caught 4000)
steps = n -> { s = 0; for i in reverse (list (0..n)) { s = i + s }; for i in n..0 { s += i }; s }
print (steps 2000)
# A call that returns in the middle, and the next one in its place.
again = n -> { t = "a"; t += "b"; t = len t; for i in 0..n { if i == 3000 { return -i }; t += i }; t }
print [again 4000, again 2000, again 4000, again 10]
several = n -> { all = 0; for k in 0..n { all += again (k * 500) }; all }
print (several 9)
# Beyond 64 bits.
long = n -> { t = 2 ** 62; for i in 0..n { t += (if i == n // 2 { 2 ** 70 } else { i }) }; for i in 0..n { t += 2 ** 61 }; t }
print (long 3000)
# expect: (199950001, 6667)
# expect: (995001.5, 668)
# expect: (497499.5, 334)
# expect: Err (TypeError { message: "cannot add Int and String", hint: "turn the other value into text with `string`, or write \"\{x}\" inside a string" })
# expect: 12087075
# expect: (7998000, 4000.5)
# expect: (3000, "early")
# expect: (1999000, "all")
# expect: 140737488355327000
# expect: 7994001.25
# expect: 7997999.25
# expect: 6400800
# expect: 1999000
# expect: [-3000, 1999002, -3000, 47]
# expect: 11363764
# expect: 8102732334376925044328
