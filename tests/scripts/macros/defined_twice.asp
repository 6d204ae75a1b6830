syntax 'foo a { a }
syntax 'foo b { b } # expect error: the macro `'foo b` is defined twice
