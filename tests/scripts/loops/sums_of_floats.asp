# Floats are added in the order of the elements, however the loop was divided.
harmonic = n -> { t = 0.0; for i in 0..n { t += 1.0 / (i + 1) }; t }
print (harmonic 20000)
absorbed = n -> { t = 1e16; for i in 0..n { t += 1.0 }; for i in 0..n { t -= 3.0 }; t }
print (absorbed 5000)
# Each of several sums has its own.
several = n -> { a = 0.1; b = 2.5; c = 0; for i in 0..n { a += i * 0.1; b -= 0.3; c += i; a = 0.7 + a }; (a, b, c) }
print (several 4000)
# Ints among the Floats, and an Int that is too long to be kept.
mixed = xs -> { t = 0.5; for x in xs { t += x }; t }
print (mixed (list (0..3000) + [2 ** 60, 2 ** 100] + list (0..3000)))
print (mixed ([0.1, 0.2] + list (0..2000) + [0.3]))
print (try (mixed (list (0..3000) + ["a"] + list (0..3000))) is Err (TypeError _))
# The sum becomes a Float on the way.
late = n -> { t = 0; for i in 0..n { t += (if i < n // 2 { i } else { i * 0.1 }) }; t }
print (late 4000)
# More than a half keeps.
long = n -> { t = 0.0; for i in 0..n { t += 0.1 }; t }
print (long 300_000)
# With lists and bests beside them, and calls in the body.
half = x -> { y = x * 0.5; y }
all = n -> {
  out = []
  sum = 0.0
  best = -1.0
  for i in 0..n {
    x = half (i * 7919 % 1000)
    sum += x
    if x > best { best = x }
    if i % 500 == 0 { out |>= push x }
  }
  (out, sum, best)
}
print (all 4000)
# An early end, and another call in its place.
until = n -> { t = 0.5; for i in 0..n { if i == 3000 { return i }; t += i }; t }
print [until 4000, until 2000, until 4000, until 10]
infinite = xs -> { t = 0.0; for x in xs { t += x }; t }
print (infinite (map float (list (0..2000)) + [float "inf"] + map float (list (0..2000))))
# expect: 10.48072821722932
# expect: 9999999999980000.0
# expect: (802600.099999981, -1197.4999999999097, 7998000)
# expect: 1.2676506002293823e30
# expect: 1999001.1
# expect: Err (TypeError { message: "cannot add Float and String", hint: "turn the other value into text with `string`, or write \"\{x}\" inside a string" })
# expect: 2598900.0
# expect: 29999.999999843934
# expect: ([0.0, 250.0, 0.0, 250.0, 0.0, 250.0, 0.0, 250.0], 999000.0, 499.5)
# expect: [3000, 1999000.5, 3000, 45.5]
# expect: inf
