write "a"
write 1
write [2]
print ""
# expect: a1[2]
