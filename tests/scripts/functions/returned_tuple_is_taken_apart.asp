order = a b -> if a < b { (a, b) } else { (b, a) }
again = a b -> order a b
twice = f a b -> f a b

low, high = order 5 3
print "{low} {high}"
# expect: 3 5
low, high = again high low
print "{low} {high}"
# expect: 3 5
high, low = twice order 8 7
print "{high} {low}"
# expect: 7 8
_, high = order 1 2
print high
# expect: 2
print (match order 4 3 { (3, b) -> b, (a, b) -> a })
# expect: 4
print (match order 4 3 { (a, b) | a > 3 -> "large", (a, b) -> "small {a} {b}" })
# expect: small 3 4
print (match order 4 3 { (1, _) -> "one", _ -> "other" })
# expect: other
if order 2 1 is (a, 2) { print a }
# expect: 1
print (not (order 2 1 is (2, _)))
# expect: true
whole = order 2 1
print whole
# expect: (1, 2)

# Every call has its own parts.
count_down = n -> {
    if n == 0 { return ([], 0) }
    xs, total = count_down (n - 1)
    xs[..] |> len |> print
    (push n xs, total + n)
}
xs, total = count_down 3
# expect: 0
# expect: 1
# expect: 2
print "{xs} {total}"
# expect: [1, 2, 3] 6
m = { stack: [1, 2], top: 0 }
last_two = m -> {
    m.top, m.stack = pop m.stack
    m
}
print (last_two m)
# expect: { stack: [1], top: 2 }
