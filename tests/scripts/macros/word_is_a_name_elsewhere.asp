syntax a 'swap b { tmp = a; a = b; b = tmp }
swap = 3
to = [swap, swap + 1]
print to
# expect: [3, 4]
