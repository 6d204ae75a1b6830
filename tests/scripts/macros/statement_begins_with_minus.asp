syntax 'negative x { - x }
f = y -> {
    z = y
    negative z
}
print (f 3)
# expect: -3
