for i, x in ["a", "b"] { print i }      # expect error: `for i, x in enumerate xs`
