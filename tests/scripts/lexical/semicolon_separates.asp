a = 1; b = 2; print (a + b)
# expect: 3
f = x -> { y = x; y + 1 }
print (f 1);
# expect: 2
