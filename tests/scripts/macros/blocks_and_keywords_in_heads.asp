syntax 'when c body { if c { body } }
when { x = 1; x == 1 } { print "block" }
# expect: block
when if true { true } else { false } { print "if" }
# expect: if
when match 3 { 3 -> true; _ -> false } { print "match" }
# expect: match
syntax 'each x 'of xs body { for x in xs { body } }
each n of { [1, 2] } { print n }
# expect: 1
# expect: 2
