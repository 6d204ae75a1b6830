r = { alpha: 1 }
f = r -> r.beta               # expect error: beta
f r
