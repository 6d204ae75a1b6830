xs = []
s = ""
for i in 0..300000 {
    xs |>= push i
    s += "x"
}
print (len xs + len s)
# expect: 600000
