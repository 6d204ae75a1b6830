r = { pos: { x: 1, y: 2 }, tags: [["a"], ["b"]] }
r.pos.x += 1
r.tags[1][0] = "c"
print r
# expect: { pos: { x: 2, y: 2 }, tags: [["a"], ["c"]] }
