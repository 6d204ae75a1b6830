for x in [1, "a"] { write "{x} " }
for x in 0..3 { write "{x} " }
for x in 1..=2 { write "{x} " }
for c in "hé" { write "{c} " }
for b in b"a\x01" { write "{b} " }
for p in ["k": 1] { write "{p} " }
print "."
# expect: 1 a 0 1 2 1 2 h é 97 1 ("k", 1) .
