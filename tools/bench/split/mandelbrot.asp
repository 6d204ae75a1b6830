point = cx cy -> {
    x = 0.0
    y = 0.0
    n = 0
    while n < 200 and x * x + y * y < 4.0 {
        t = x * x - y * y + cx
        y = 2.0 * x * y + cy
        x = t
        n += 1
    }
    n
}
row = y w h -> {
    t = 0
    for x in 0..w { t += point (x / w * 3.0 - 2.0) (y / h * 2.0 - 1.0) }
    t
}
rows = lo hi w h -> if hi - lo == 1 { row lo w h } else {
    mid = (lo + hi) // 2
    (rows lo mid w h) + (rows mid hi w h)
}
print (rows 0 400 400 400)
# expect: 8951046
