s = ""
for i in 0..2000 { s = "{s}{i % 10}" }
print (len s)
# expect: 2000
