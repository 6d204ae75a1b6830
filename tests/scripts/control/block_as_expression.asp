x = {
    a = 2
    b = 3
    a * b
}
print x
# expect: 6
print ({ 1 } + { 2 })
# expect: 3
