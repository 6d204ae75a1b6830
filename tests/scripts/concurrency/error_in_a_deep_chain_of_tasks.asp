nest = n -> if n == 0 { error "bottom" } else { spawn nest (n - 1); 0 }
print (try (await (spawn nest 20000)))      # expect: Err "bottom"
