error 42                      # expect error: 42
