# Brackets between \Q and \E are literal, and nest nothing.
many = string.repeat 300 "("
print (regex.match? (r"\Q" + many + r"\E$") many, regex.match? (r"\Q" + many) many, regex.match? r"\Q(\E(b)" "(b")
# expect: (true, true, true)
print ((try (regex.match? (string.repeat 300 "(" + string.repeat 300 ")") "")) is Err _)
# expect: true
