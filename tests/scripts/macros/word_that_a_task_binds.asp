# As in a function, a variable of a task or a fiber is not taken for the macro.
syntax 'twice e { e + e }
f = () -> {
    twice = x -> x * 100
    twice 3
}
g = () -> await (spawn {
    twice = x -> x * 100
    twice 3
})
h = fiber {
    twice = x -> x * 100
    yield (twice 3)
}
print (f (), g (), h ())    # expect: (300, 300, Some 300)
print (twice 3)             # expect: 6
