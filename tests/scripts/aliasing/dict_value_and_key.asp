k = [1]
d = [k: k]
k[0] = 2
print d
# expect: [[1]: [1]]
print (get [1] d)
# expect: Some [1]
