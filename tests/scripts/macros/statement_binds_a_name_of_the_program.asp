syntax 'set name 'to value { name = value }
set answer to (40 + 2)
f = () -> {
    set inner to answer
    inner + 1
}
print (f ())
# expect: 43
