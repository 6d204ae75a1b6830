# check only reads its list, so the update after it stays in place
check = xs i -> xs[i] == 0
xs = repeat 300000 0
for i in 0..300000 {
    if check xs i { xs[i] = 1 }
}
print (sum xs)
# expect: 300000
