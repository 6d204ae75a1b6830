f = n -> {
    if n > 0 { return }
    "not positive"
}
print (f 1)
# expect: ()
print (f 0)
# expect: not positive
