syntax 'twice_in y 'do body { x = y; { body }; x = x + 1; { body } }
x = 5
twice_in 1 do { print x }
# expect: 5
# expect: 5
