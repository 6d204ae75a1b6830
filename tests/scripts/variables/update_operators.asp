x = 10
x += 5
print x
# expect: 15
x -= 3
print x
# expect: 12
x *= 2
print x
# expect: 24
x /= 5
print x
# expect: 4.8
x //= 2
print x
# expect: 2.0
