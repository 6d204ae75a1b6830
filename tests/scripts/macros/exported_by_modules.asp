use "./lib/control"
limit = 0
f = _secret -> { disclose _secret }
f 5
# expect: 110
unless (limit > 0) { print limit }
# expect: 0
