results = map (s -> try (int s)) ["1", "x", "3"]
good = filter_map (r -> match r { Ok v -> Some v, Err _ -> None }) results
print good
# expect: [1, 3]
