inner = n -> 10 / n
outer = n -> 1 + inner n
safe = n -> try outer n
leave = code -> exit code
