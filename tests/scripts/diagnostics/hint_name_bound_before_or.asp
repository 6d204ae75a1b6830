x = Some 3
if x is Some v and v > 2 or v < 0 { print 1 }       # expect error: has a value only where its pattern has matched
if x is Some v or x is None { print v }             # expect error: has a value only where its pattern has matched
