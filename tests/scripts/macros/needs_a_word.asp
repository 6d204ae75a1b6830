syntax a b { a } # expect error: a macro needs a word of its own
