x := 5                  # expect error: =
