s = set [1, 2, 2, 3]
t = set.add 9 (set.remove 1 s)
print [set.has? 2 s, set.has? 9 s, set.has? 9 t, set.has? 1 t]
# expect: [true, false, true, false]
print (set [1, 2] == set [2, 1, 1])
# expect: true
