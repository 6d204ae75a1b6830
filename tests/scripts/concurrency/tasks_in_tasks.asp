nest = n -> if n == 0 { 0 } else { 1 + await (spawn nest (n - 1)) }
print (nest 20000)         # expect: 20000
