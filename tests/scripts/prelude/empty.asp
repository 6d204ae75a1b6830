print [empty? "", empty? [], empty? [:], empty? (3..3), empty? b""]
# expect: [true, true, true, true, true]
print [empty? "a", empty? [0], empty? ["a": 1], empty? (0..1), empty? b"\0", empty? (1,)]
# expect: [false, false, false, false, false, false]
