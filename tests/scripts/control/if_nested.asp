f = a b -> if a { if b { "both" } else { "a" } } else { if b { "b" } else { "none" } }
print [f true true, f true false, f false true, f false false]
# expect: ["both", "a", "b", "none"]
