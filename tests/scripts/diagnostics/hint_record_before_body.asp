f = r -> r.values
for x in f { values: [1] } { print x }      # expect error: parentheses
