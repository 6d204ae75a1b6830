# An instruction that met a Float beside a value that is no number became the one for Floats. That one turned
# back into the general one, and so on for ever.
message = tried -> match tried { Ok v -> v, Err (TypeError e) -> e.message }
a = 1.5
b = "b"
print (message (try (a + b)))
print (message (try (b + a)))
print (message (try (a - b)))
print (message (try (a * b)))
print (message (try (b / a)))
print (message (try (a // b)))
print (message (try (b % a)))
print (message (try (b + 1.5)))
print (message (try (b - 1.5)))
print (message (try (b * 1.5)))
print (message (try (b / 1.5)))
print (message (try (1.5 - b)))
print (message (try (1.5 / b)))
print (message (try (b ** 1.5)))
print (message (try (a < b)))
print (message (try (b < 1.5)))
big = 2 ** 70
print (a + big, big / a, big * 1.5, a - 2 ** 60, 2 ** 60 / a)
# expect: cannot add String and Float
# expect: cannot add String and Float
# expect: cannot subtract String from Float
# expect: cannot multiply String and Float
# expect: cannot divide String by Float
# expect: cannot divide Float by String
# expect: cannot take the remainder of String by Float
# expect: cannot add String and Float
# expect: cannot subtract Float from String
# expect: cannot multiply String and Float
# expect: cannot divide String by Float
# expect: cannot subtract String from Float
# expect: cannot divide Float by String
# expect: cannot raise String to the power of Float
# expect: cannot order Float and String
# expect: cannot order String and Float
# expect: (1.1805916207174113e21, 7.870610804782742e20, 1.770887431076117e21, -1.152921504606847e18, 7.686143364045646e17)
