s = ""
for i in 0..5 { s += string i }
print s
# expect: 01234
