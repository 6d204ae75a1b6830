n = 1
is = [n]                  # expect error: this word is a keyword: give the variable another name
match = 2                 # expect error: unexpected keyword `match`
