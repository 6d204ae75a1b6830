const x = 5             # expect error: const
