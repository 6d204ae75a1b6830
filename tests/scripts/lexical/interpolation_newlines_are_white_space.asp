print "sum {
    1 +
    2
    + 3
}"
# expect: sum 6
