syntax 'foo a { a }
syntax a 'bar { a }
print (foo bar) # expect error: two macros match here: `'foo a` and `a 'bar`
