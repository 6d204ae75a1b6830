select []                  # expect error: Deadlock
