for pair in ["a": 1, "b": 2] { print pair }
# expect: ("a", 1)
# expect: ("b", 2)
for k, v in ["a": 1] { print "{k}={v}" }
# expect: a=1
