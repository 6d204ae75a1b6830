syntax 'now { 1 } # expect error: a macro needs a parameter
