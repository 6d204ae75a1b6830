xs = [1, 2]
print (match xs {
    [x: Int, y] -> y        # expect error: needs parentheses
    _           -> 0
})
