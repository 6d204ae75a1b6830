print "never"
print first_unknown     # expect error: first_unknown
x = 1
print second_unknown    # expect error: second_unknown
f = () -> third_one     # expect error: third_one
