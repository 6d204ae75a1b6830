x = nil                 # expect error: None
