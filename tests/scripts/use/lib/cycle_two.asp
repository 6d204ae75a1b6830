use "./cycle_one"
two = 2
