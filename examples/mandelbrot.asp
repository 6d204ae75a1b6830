#!/usr/bin/env aspen
# The Mandelbrot set as a PPM picture on standard output:
#     aspen run examples/mandelbrot.asp 640 480 > picture.ppm

limit = 100

# How many steps a point takes to leave the circle of radius 2, at most `limit`.
escape = cr ci -> {
    zr = 0.0
    zi = 0.0
    for step in 0..limit {
        if zr * zr + zi * zi > 4.0 { return step }
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
    }
    limit
}

# Black inside; outside from dark blue by orange to white.
colour = steps -> {
    if steps == limit { return (0, 0, 0) }
    t = sqrt (steps / limit)
    level = scale -> floor (255 * min [1.0, t * scale])
    (level 1.5, level 1.0, 40 + level 0.8)
}

picture = width height -> {
    print "P3\n{width} {height}\n255"
    for y in 0..height {
        row = 0..width |> map (x -> {
            r, g, b = colour (escape (3.0 * x / width - 2.2) (2.4 * y / height - 1.2))
            "{r} {g} {b}"
        })
        print (join "  " row)
    }
}

match args {
    [width, height] -> picture (int width) (int height)
    _               -> picture 4 3
}

# expect: P3
# expect: 4 3
# expect: 255
# expect: 38 25 60  54 36 68  66 44 75  66 44 75
# expect: 38 25 60  76 51 80  126 84 107  0 0 0
# expect: 38 25 60  76 51 80  126 84 107  0 0 0
