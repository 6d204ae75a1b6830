syntax 'grow a { grow (a + a) }
print (grow 1) # expect error: the macro `'grow a` expands more than 250 levels deep
