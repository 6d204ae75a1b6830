show_all = xs y -> "{xs} {y}"
xs = [1]
f = show_all xs
xs[0] = 2
print (f 0)
# expect: [1] 0
print (f 1)
# expect: [1] 1
