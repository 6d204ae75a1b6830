# Each part of a loop that was halved has a best of its own. Which of two equal ones wins, what is no number, and
# errors come out as in order.
noise = i -> i * 7919 % 1009
best_of = xs -> { best = -1; where = -1; for i, x in enumerate xs { if x > best { best = x; where = i } }; (best, where) }
numbers = list (0..6000) |> map noise
print (best_of numbers)                                      # expect: (1008, 765)
print (best_of [])                                           # expect: (-1, -1)
print (best_of (list (0..3000) |> map (_ -> 5)))             # expect: (5, 0)
last_of = xs -> { best = -1; where = -1; for i, x in enumerate xs { if x >= best { best = x; where = i } }; (best, where) }
print (last_of numbers)                                      # expect: (1008, 5810)
least = n -> { low = 10 ** 9; at = ""; for i in 0..n { y = noise i; if y < low { low = y; at = "{i}" } }; (low, at) }
print (least 5000)                                           # expect: (0, "0")
left = n -> { low = 5000; at = 0; for i in 1..n { y = noise i; if low > y { at = [i, y]; low = y } }; (low, at) }
print (left 5000)                                            # expect: (0, [1009, 0])
floats = n -> { far = 0.0; for i in 0..n { d = sqrt (float (noise i)); if d > far { far = d } }; far }
print (floats 4000)                                          # expect: 31.74901573277509
mixed = n -> { best = 0; for i in 0..n { x = if i % 2 == 0 { noise i } else { float (noise i) + 0.5 }; if x > best { best = x } }; best }
print (mixed 4000)                                           # expect: 1008.5
both = n -> { low = 9999; high = 0; s = 0; for i in 0..n { y = noise i; if y < low { low = y }; if y > high { high = y }; s += y }; (low, high, s) }
print (both 3000)                                            # expect: (0, 1008, 1512170)
nested = n -> { best = 0; at = (0, 0); for i in 0..n { for j in i..n { d = noise (i * j); if d > best { best = d; at = (i, j) } } }; (best, at) }
print (nested 80)                                            # expect: (1008, (15, 51))
called = n -> { best = 0; start = 0; for i in 1..n { k = noise (noise i); if k > best { best = k; start = i } }; (start, best) }
print (called 4000)                                          # expect: (1004, 1008)
with_nan = n -> { nan = (1e308 * 10.0) * 0.0; best = 1; for i in 0..n { x = if i % 7 == 3 { nan } else { noise i }; if x > best { best = x } }; best }
print (with_nan 4000)                                        # expect: 1008
all_nan = n -> { nan = (1e308 * 10.0) * 0.0; best = 1.5; for i in 0..n { if nan > best { best = nan } }; best }
print (all_nan 4000)                                         # expect: 1.5
large = n -> { best = 0; for i in 0..n { x = if i == 3500 { 2 ** 80 } else { i }; if x > best { best = x } }; best }
print (large 4000)                                           # expect: 1208925819614629174706176
words = n -> { best = ""; for i in 0..n { w = "{noise i}"; if w > best { best = w } }; best }
print (words 3000)                                           # expect: 999
text_at = k first n -> { best = first; for i in 0..n { x = if i == k { "x" } else { i }; if x > best { best = x } }; best }
print (try (text_at 3999 0 4000))
# expect: Err (TypeError { message: "cannot order Int and String", hint: "`<` compares numbers, strings, bytes, lists or tuples with their like" })
print (try (text_at 3999 0.5 4000))
# expect: Err (TypeError { message: "cannot order Int and String", hint: "`<` compares numbers, strings, bytes, lists or tuples with their like" })
print (try (text_at 3999 1e9 4000))
# expect: Err (TypeError { message: "cannot order Float and String", hint: "`<` compares numbers, strings, bytes, lists or tuples with their like" })
print (try (text_at 5 1e9 4000))
# expect: Err (TypeError { message: "cannot order Float and String", hint: "`<` compares numbers, strings, bytes, lists or tuples with their like" })
in_a_branch = n -> { best = 0; for i in 0..n { if i % 3 == 0 { y = noise i; if y > best { best = y } } }; best }
print (in_a_branch 4000)                                     # expect: 1008
never = n -> { best = 5; at = "none"; for i in 0..n { y = 0 - i; if y > best { best = y; at = i } }; (best, at) }
print (never 4000)                                           # expect: (5, "none")
# Wherever a half begins, the error names the kind of the best before.
errors = first -> list (0..24) |> map (k -> match try (text_at k first 24) { Err (TypeError e) -> e.message, Ok _ -> "none" })
print (set (errors 1e9))                                     # expect: ["cannot order Float and String": ()]
print (set (errors 0))                                       # expect: ["cannot order Int and String": ()]
print (text_at 30 7 24)                                      # expect: 23
# Computed once to compare it, and once to keep it.
at_index = xs -> { low = xs[0]; at = 0; for i in 1..len xs { if xs[i] < low { low = xs[i]; at = i } }; (low, at) }
print (at_index numbers)                                     # expect: (0, 0)
print (at_index (drop 1 numbers))                            # expect: (0, 1008)
both_ends = xs -> { low = xs[0]; high = xs[0]; for i in 0..len xs { if xs[i] < low { low = xs[i] }; if xs[i] > high { high = xs[i] } }; (low, high) }
print (both_ends (drop 1 numbers))                           # expect: (0, 1008)
in_rows = rows -> { high = 0; for i in 0..len rows { for j in 0..len rows[i] { if rows[i][j] > high { high = rows[i][j] } } }; high }
print (in_rows (chunks 50 numbers))                          # expect: 1008
longest = words -> { most = 0; at = ""; for w in words { if len w > most { most = len w; at = w } }; at }
print (longest (map string numbers))                         # expect: 1005
nearest = n -> { least = 10 ** 9; at = 0; for i in 0..n { y = noise i; if abs (y - 500) < least { least = abs (y - 500); at = i } }; (least, at) }
print (nearest 4000)                                         # expect: (0, 920)
