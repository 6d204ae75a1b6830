double = x -> { for i in 0..20 { i }; x }
out = ""
for c in "héllo" { out += double c }
print out                                  # expect: héllo
n = 0
for b in b"abc" { n += double b }
print n                                    # expect: 294
pairs = []
for k, v in ["a": 1, "b": 2] { pairs |>= push (double k, v) }
print pairs                                # expect: [("a", 1), ("b", 2)]
big = []
for i in 9223372036854775806..9223372036854775810 { big |>= push (double i) }
print (len big, last big)                  # expect: (4, 9223372036854775809)
down = []
for i in reverse (list (0..5)) { down |>= push (double i) }
print down                                 # expect: [4, 3, 2, 1, 0]
none = 0
for i in 0..0 { none += double 1 }
print none                                 # expect: 0
for x in [] { print x }
