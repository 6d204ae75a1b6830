syntax 'define a { syntax 'foo b { b } } # expect error: a macro's body cannot define a macro
