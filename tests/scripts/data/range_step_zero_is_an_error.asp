print ((try list (range 0 5 0)) is Err _)
# expect: true
