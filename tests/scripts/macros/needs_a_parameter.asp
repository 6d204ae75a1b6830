syntax 'now { 1 } # expect error: a macro of one word needs a parameter
