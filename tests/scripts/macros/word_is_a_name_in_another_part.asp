# What an arm or a loop binds is a name there, and a word in the rest of the function.
syntax 'give what 'to place { "{what} to {place}" }
place_of = what -> match (give what to "them") {
    to | len to > 10 -> "far"
    _ -> give what to "us"
}
print [place_of "x", place_of "many words"]
# expect: ["x to us", "far"]
all = xs -> {
    for to in xs { print to }
    give xs to "all"
}
print (all [1])
# expect: 1
# expect: [1] to all
