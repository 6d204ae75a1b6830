for i in 0..1000 {
    f = fiber { loop { yield i } }
    f ()
}
print "fine"               # expect: fine
