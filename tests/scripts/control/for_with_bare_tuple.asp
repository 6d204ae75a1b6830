for i, x in enumerate ["a", "b"] { print "{i}{x}" }
# expect: 0a
# expect: 1b
