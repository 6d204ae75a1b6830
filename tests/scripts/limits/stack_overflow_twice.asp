f = n -> 1 + f (n + 1)
a = try (f 0)
b = try (f 0)
print (a is Err (StackOverflow _) and b is Err (StackOverflow _))
# expect: true
