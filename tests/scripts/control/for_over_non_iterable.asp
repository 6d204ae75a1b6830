for x in 5 { print x }      # expect error: TypeError
