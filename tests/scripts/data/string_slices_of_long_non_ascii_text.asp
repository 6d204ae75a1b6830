s = string.repeat 1000 "añ€😀"
print (len s)
# expect: 4000
print s[2001]
# expect: ñ
print s[3998..]
# expect: €😀
