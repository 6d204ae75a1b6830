# The fiber runs inside of what has resumed it, on the same worker. Each call would take an hour.
a = string.repeat 1000000 "a"
b = string.repeat 1000000 "b"
slow = () -> fiber { yield string.distance a b }
late = f -> (try (task.timeout 0.02 f)) is Err (Timeout _)
print (late (() -> slow () ()))                             # expect: true
print (late (() -> { for x in slow () { print x } }))       # expect: true
print (late (() -> sum (slow ())))                          # expect: true
# Through other fibers: the one between is ended, too, and does not catch that.
between = () -> fiber { yield try (slow () ()); print "went on" }
print (late (() -> { for x in between () { print x } }))    # expect: true
print (late (() -> { for x in fiber { for y in between () { yield y } } { print x } }))    # expect: true
# Other fibers do not notice.
counting = fiber { for i in 0..3 { yield i } }
print (counting ())                                         # expect: Some 0
print (late (() -> slow () ()))                             # expect: true
print (counting ())                                         # expect: Some 1
