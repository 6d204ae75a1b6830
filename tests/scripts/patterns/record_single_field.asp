{ x } = { x: 5, y: 6 }
print x
# expect: 5
print (match ({ a: 1 }) { { a } -> a })
# expect: 1
