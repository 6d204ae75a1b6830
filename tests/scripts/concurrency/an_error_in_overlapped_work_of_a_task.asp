bad = n -> if n == 0 { error "deep" } else { a = bad (n - 1); b = bad (n - 1); a + b }
t = spawn bad 6
print (try (await t))      # expect: Err "deep"
