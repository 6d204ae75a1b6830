three = () -> 3
print (three ())
# expect: 3
print ((() -> "called") ())
# expect: called
