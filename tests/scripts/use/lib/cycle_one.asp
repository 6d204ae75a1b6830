use "./cycle_two"
one = 1
