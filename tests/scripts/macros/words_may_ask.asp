syntax x 'even? { x % 2 == 0 }
print (4 even?, 5 even?)
# expect: (true, false)
