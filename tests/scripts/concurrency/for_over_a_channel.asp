ch = channel 1
t = spawn { for w in ["a", "b", "c"] { send ch w }; close ch }
for v in ch { write v }
print ""                   # expect: abc
