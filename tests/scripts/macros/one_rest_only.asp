syntax 'foo ..a 'bar ..b { a } # expect error: only one parameter may have `..`
