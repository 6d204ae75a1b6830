syntax a 'swap b { tmp = a; a = b; b = tmp }
tmp = 1
other = 2
tmp swap other
other swap tmp
tmp swap other
print (tmp, other)
# expect: (2, 1)
