p = { name = "Ada", age = 36 }      # expect error: :
