curried = x -> y -> x + y
curried 1
print "no complaint"
# expect: no complaint
