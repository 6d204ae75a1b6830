state = { n: 0 }
history = [:]
for i in 0..3 {
    state.n += 1
    history[i] = state
}
print history
# expect: [0: { n: 1 }, 1: { n: 2 }, 2: { n: 3 }]
