syntax a 'and_also a { a } # expect error: `a` occurs twice
