# The functions of module heap: binary heaps (Williams 1964) in lists. The parent of the element at i is at
# (i - 1) // 2, and no element is smaller than its parent.

_check = name h -> {
    if not (h is (_: List)) { error (TypeError { message: "heap.{name}: h must be a List, not {show h}" }) }
    if empty? h and name != "push" { error (IndexError { message: "heap.{name}: h is empty" }) }
}

# Moves the element at i towards the one at `top`, past what is larger.
_rise = top i h -> {
    v = h[i]
    while i > top {
        parent = (i - 1) // 2
        if h[parent] <= v { break }
        h[i] = h[parent]
        i = parent
    }
    h[i] = v
    h
}

# Puts v in the place of the element at i: smaller children move up to the end of the heap, and v rises from
# there, which takes fewer comparisons than to look for its place on the way down.
_sink = i v h -> {
    n = len h
    top = i
    loop {
        child = 2 * i + 1
        if child >= n { break }
        if child + 1 < n and h[child + 1] < h[child] { child += 1 }
        h[i] = h[child]
        i = child
    }
    h[i] = v
    _rise top i h
}

## A heap of the elements of a collection. A heap is a list that begins with its smallest element: `first h`, `len h` and `empty? h` are those of lists. Elements are compared by `<`, and tuples by their first items, then by the next ones: where values cannot be compared, a count before them decides between equal priorities, as in `(time, n, event)`. Takes time in proportion to the length.
# heap [3, 1, 2] => [1, 3, 2]
from = xs -> {
    h = list xs
    i = len h // 2
    while i > 0 {
        i -= 1
        h = _sink i h[i] h
    }
    h
}

## Adds an element to a heap, in logarithmic time: `h |>= heap.push v`. (Python: heapq.heappush)
# { h = heap [4, 6]; h |>= heap.push 5; h |>= heap.push 3; h } => [3, 4, 5, 6]
push = v h -> {
    _check "push" h
    h = [..h, v]
    _rise 0 (len h - 1) h
}

## A tuple of the smallest element of a heap and the rest, which is a heap again, in logarithmic time: `least, h = heap.pop h`. IndexError if the heap is empty. For the largest elements first, negate the priorities. (Python: heapq.heappop)
# heap.pop (heap [3, 1, 2]) => (1, [2, 3])
pop = h -> {
    _check "pop" h
    last = h[-1]
    h = h[..-1]
    if empty? h { return (last, h) }
    least = h[0]
    (least, _sink 0 last h)
}

## A tuple of the smallest element of a heap and a heap in which v has its place: `heap.pop` and `heap.push` in one step.
# heap.replace 5 (heap [3, 1, 2]) => (1, [2, 3, 5])
replace = v h -> {
    _check "replace" h
    least = h[0]
    (least, _sink 0 v h)
}
