print (test.equal [1] [1])
# expect: ()
print ((try (test.equal 1 2)) is Err (AssertionError _))
# expect: true
