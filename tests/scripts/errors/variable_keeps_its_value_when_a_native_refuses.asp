xs = [1, "a"]
n = 5
r = try { n = sum xs }
print "{xs} {n}"
# expect: [1, "a"] 5
r = try { n = len n }
print n
# expect: 5
n = len xs
print n
# expect: 2
