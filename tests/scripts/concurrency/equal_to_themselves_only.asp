a = channel 0
b = channel 0
t = spawn 1
print (a == a, a == b, t == t, t == (spawn 1), cell 1 == cell 1)    # expect: (true, false, true, false, false)
d = [a: "a", b: "b", t: "t"]
print (d[b], d[t], len d)                           # expect: ("b", "t", 3)
print (unique [a, b, a] == [a, b])                  # expect: true
