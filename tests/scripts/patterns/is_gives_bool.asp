print [Some 1 is Some _, None is Some _, [1, 2] is [_, _], 5 is 5]
# expect: [true, false, true, true]
