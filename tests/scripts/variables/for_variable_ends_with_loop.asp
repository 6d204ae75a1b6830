for item in [1, 2] { print item }
# expect: 1
# expect: 2
