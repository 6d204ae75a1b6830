f = fiber {
    t = spawn 5
    yield (await t)
    yield (gather (x -> x + 1) [1, 2])
}
print (list f)             # expect: [5, [2, 3]]
