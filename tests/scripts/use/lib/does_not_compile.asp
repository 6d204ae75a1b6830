good = 1
bad = undefined_here
