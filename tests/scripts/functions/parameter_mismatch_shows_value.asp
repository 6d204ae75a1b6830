print ((Some x -> x) [1, "a"])      # expect error: [1, "a"]
