syntax c 'then a 'else b { a } # expect error: `else` is a keyword already
