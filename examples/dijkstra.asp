# Shortest ways through a map of roads, with a binary heap as the queue.

# heap: a list in which no element is greater than its children at 2i + 1 and 2i + 2.
heap_push = item heap -> {
    heap |>= push item
    i = len heap - 1
    while i > 0 and heap[i] < heap[(i - 1) // 2] {
        parent = (i - 1) // 2
        heap[i], heap[parent] = heap[parent], heap[i]
        i = parent
    }
    heap
}

heap_pop = heap -> {
    smallest = heap[0]
    last, heap = pop heap
    if empty? heap { return (smallest, heap) }
    heap[0] = last
    i = 0
    loop {
        child = 2 * i + 1
        if child >= len heap { break }
        if child + 1 < len heap and heap[child + 1] < heap[child] { child += 1 }
        if heap[i] <= heap[child] { break }
        heap[i], heap[child] = heap[child], heap[i]
        i = child
    }
    (smallest, heap)
}

# Every reachable town with its distance and the town before it on the way (the start: itself).
dijkstra = roads start -> {
    reached = [:]
    queue = [(0, start, start)]
    while not empty? queue {
        item, queue = heap_pop queue
        distance, town, from = item
        if contains town reached { continue }
        reached[town] = { distance, from }
        for next, length in get_or town [:] roads {
            if not contains next reached { queue |>= heap_push (distance + length, next, town) }
        }
    }
    reached
}

way = reached town -> {
    from = reached[town].from
    if from == town { [town] } else { push town (way reached from) }
}

two_way = triples -> {
    roads = [:]
    for a, b, length in triples {
        for from, to in [(a, b), (b, a)] {
            if not contains from roads { roads[from] = [:] }
            roads[from][to] = length
        }
    }
    roads
}

roads = two_way [
    ("Aston", "Barton", 7), ("Aston", "Corby", 9), ("Aston", "Fulham", 14), ("Barton", "Corby", 10),
    ("Barton", "Denton", 15), ("Corby", "Denton", 11), ("Corby", "Fulham", 2), ("Denton", "Eaton", 6),
    ("Eaton", "Fulham", 9),
]

reached = dijkstra roads "Aston"
for town in sort (keys reached) {
    print "{town:<7}{reached[town].distance:>3}  {way reached town |> join " - "}"
}
# expect: Aston    0  Aston
# expect: Barton   7  Aston - Barton
# expect: Corby    9  Aston - Corby
# expect: Denton  20  Aston - Corby - Denton
# expect: Eaton   20  Aston - Corby - Fulham - Eaton
# expect: Fulham  11  Aston - Corby - Fulham
