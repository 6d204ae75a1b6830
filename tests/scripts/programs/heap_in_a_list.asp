# priority queue class-like, with a binary heap in a list
push_heap = item heap -> {
    heap |>= push item
    i = len heap - 1
    while i > 0 and heap[i] < heap[(i - 1) // 2] {
        p = (i - 1) // 2
        heap[i], heap[p] = heap[p], heap[i]
        i = p
    }
    heap
}
pop_heap = heap -> {
    top = heap[0]
    last, heap = pop heap
    if empty? heap { return (top, heap) }
    heap[0] = last
    i = 0
    loop {
        l = 2 * i + 1
        if l >= len heap { break }
        if l + 1 < len heap and heap[l + 1] < heap[l] { l += 1 }
        if heap[l] >= heap[i] { break }
        heap[l], heap[i] = heap[i], heap[l]
        i = l
    }
    (top, heap)
}
heap = []
for x in [5, 3, 9, 1, 7, 1, 8] { heap |>= push_heap x }
out = []
while not empty? heap { x, heap = pop_heap heap; out |>= push x }
print out
h = []
for i in 0..20000 { h |>= push_heap (i * 7919 % 20011) }
s = 0
for k in 0..20000 { x, h = pop_heap h; s += x * k }
print s
# expect: [1, 1, 3, 5, 7, 8, 9]
# expect: 2668067375606
