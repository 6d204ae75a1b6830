f = n -> if n == 0 { error "bottom" } else { f (n - 1) + 1 }
print (try f 1000)
# expect: Err "bottom"
print (try f 1000)
# expect: Err "bottom"
