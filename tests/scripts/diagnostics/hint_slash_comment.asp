// a comment as in C    # expect error: #
print 1
