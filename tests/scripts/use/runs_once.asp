use "./lib/noisy"
use "./lib/needs_noisy"
use "./lib/noisy" as again
print (noisy.value + needs_noisy.twice + again.value)
# expect: loading noisy
# expect: 28
