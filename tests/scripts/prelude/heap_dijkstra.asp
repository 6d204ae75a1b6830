# Shortest ways through a grid, with a heap of (distance, node) pairs.
size = 40
cost = x y -> (x * 7 + y * 13 + x * y) % 9 + 1
shortest = () -> {
    best = repeat (size * size) 1000000
    best[0] = 0
    open = heap [(0, 0)]
    while not (empty? open) {
        (distance, node), open = heap.pop open
        if distance > best[node] { continue }
        x, y = (node % size, node // size)
        for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            a, b = (x + dx, y + dy)
            if a < 0 or b < 0 or a == size or b == size { continue }
            next = b * size + a
            longer = distance + cost a b
            if longer < best[next] {
                best[next] = longer
                open |>= heap.push (longer, next)
            }
        }
    }
    best
}

# By repeated relaxation instead.
relaxed = () -> {
    best = repeat (size * size) 1000000
    best[0] = 0
    changed = true
    while changed {
        changed = false
        for node in 0..(size * size) {
            x, y = (node % size, node // size)
            for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                a, b = (x + dx, y + dy)
                if a >= 0 and b >= 0 and a < size and b < size and best[node] + cost a b < best[b * size + a] {
                    best[b * size + a] = best[node] + cost a b
                    changed = true
                }
            }
        }
    }
    best
}
print (shortest () == relaxed ())  # expect: true
