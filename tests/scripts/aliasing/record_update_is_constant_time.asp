# the new record does not use the old part, so the call that makes the new part may own the old one
step = s -> { ..s, stack: push s.count s.stack, count: s.count + 1 }
s = { stack: [], count: 0, name: "machine" }
keep = s
for _ in 0..200000 { s = step s }
print (len s.stack, s.count, last s.stack)
# expect: (200000, 200000, 199999)
print keep
# expect: { stack: [], count: 0, name: "machine" }

twice = r -> { ..r, a: push r.b r.a, b: r.a }
print (twice { a: [1], b: 2 })
# expect: { a: [1, 2], b: [1] }
