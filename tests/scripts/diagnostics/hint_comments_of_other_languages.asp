x = 1 // the count                      # expect error: a comment begins with `#`
