limit = 5
_secret = x -> x + 100
syntax 'disclose x { print (_secret x + limit) }
syntax 'disclosed x { _secret x + limit }
syntax 'unless c body { if c { } else { body } }
syntax '_private x { x }
syntax 'shouted text { print (string.upper text) }
count = 0
syntax 'counted x { count += 1; x }
