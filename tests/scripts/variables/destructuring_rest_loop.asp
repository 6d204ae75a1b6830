xs = [1, 2, 3, 4]
sum = 0
while len xs > 0 {
    [..rest, x] = xs
    xs = rest
    sum += x
}
print sum
# expect: 10
