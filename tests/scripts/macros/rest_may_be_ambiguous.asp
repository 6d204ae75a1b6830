syntax 'count a { 1 }
syntax 'count a ..more { 2 }
print (count 1) # expect error: two macros match here
