r = try 1 + 2 * 3 == 7 and true
print r
# expect: Ok true
