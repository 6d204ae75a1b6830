limit = 5
_secret = x -> x + 100
syntax 'disclose x { print (_secret x + limit) }
syntax 'disclosed x { _secret x + limit }
syntax 'unless c body { if c { } else { body } }
syntax '_private x { x }
