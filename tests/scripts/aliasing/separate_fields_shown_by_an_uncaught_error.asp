# The second record has no `w`: the error shows it as it was when `a` got it.
run = bs -> {
    for i in 0..len bs {
        a = bs[i]
        bs[i].v += 1
        print a.w    # expect error: no field `w` in { v: 3 }
    }
    bs
}
# expect: 2
print (run [{ v: 1, w: 2 }, { v: 3 }])
