# An error in a module is expected where the script calls it: the trace names that line, too.
use "./lib/divides" as divides
through = n -> divides.by_zero n
print "before"
# expect: before
through 1   # expect error: ArithmeticError: division by zero
