m = { stack: [1, 2, 3] }
saved = m
inner = m.stack
x, m.stack = pop m.stack
m.stack |>= push 9
print m
# expect: { stack: [1, 2, 9] }
print saved
# expect: { stack: [1, 2, 3] }
print inner
# expect: [1, 2, 3]
