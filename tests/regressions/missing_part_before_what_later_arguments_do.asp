# A missing part that a call replaces is reported in its turn, before the arguments that follow are evaluated.
keep = x y -> [x, y]
loud = x -> { print "too late: {x}"; x }
empty_part = () -> {
    v = []
    v[0] = keep v[0] (loud (len v))
}
print (try empty_part ())         # expect: Err (IndexError { message: "index 0 is out of range for a list of length 0" })
two_missing = () -> {
    v = []
    v[0] = get_or "a" v[0] ["b": v[-1]]
}
print (try two_missing ())        # expect: Err (IndexError { message: "index 0 is out of range for a list of length 0" })
piped_to_push = () -> {
    v = []
    v[0] = v[0] |> push (loud 1)
}
print (try piped_to_push ())      # expect: Err (IndexError { message: "index 0 is out of range for a list of length 0" })
there = () -> {
    v = [[1], [2]]
    v[0] = v[0] |> push (len v)
    v[1] = keep v[1] (len v)
    v
}
print (there ())                  # expect: [[1, 2], [[2], 2]]
