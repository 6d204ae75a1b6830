use "./lib/control"
counted 3 # expect error: the macro `'counted x` cannot update `count`, a variable of another module
