# args: one two --three
print args
# expect: ["one", "two", "--three"]
