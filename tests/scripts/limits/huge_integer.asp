n = 3 ** 20000
s = string n
print (len s)
# expect: 9543
print (n % 10 ** 10)
# expect: 3104400001
print (int s == n)
# expect: true
