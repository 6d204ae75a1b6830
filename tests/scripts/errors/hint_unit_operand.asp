# `show_it "a" + 1` means `(show_it "a") + 1`.
show_it = x -> print x
show_it "a" + 1      # expect error: cannot add Unit and Int
# expect: a
