r = { a: 1, a: 2 }      # expect error: a
