syntax 'show_all a b { print a; print b }
show_all 1 (2 + missing) # expect error: unknown name `missing`
