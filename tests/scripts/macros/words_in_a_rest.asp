syntax 'all 'end { [] }
syntax 'all 'also x ..more { [x] + all more }
print (all also 1 also 2 end)
# expect: [1, 2]
