# A comment may stand between a parenthesis and a name.
syntax 'same e { (# c
    e) }
print (same 3)    # expect: 3

syntax 'shown e { tmp = e; print (    # (the value)
    # of the macro
    tmp) }
tmp = 5
shown 7           # expect: 7
print tmp         # expect: 5

syntax 'hidden e { tmp = e; print ( #[[ tmp ]] tmp) }
hidden 8          # expect: 8

x = 1
syntax 'getx e { x + e }
f = x -> (# x is here
    x) * 10 + (getx 0)
print (f 2)       # expect: 21
