# A sequence becomes an array. A value without a form in JSON is refused, and never written as something else.
for v in [[1, 2], (1, 2), 1..3, 1..=2, push 2 [1], list.rotate 1 [2, 1]] { write "{json.show v} " }
print ""
# expect: [1,2] [1,2] [1,2] [1,2] [1,2] [1,2] 
fails = v -> match try (json.show v) {
    Err (TypeError e) -> print (split "JSON" e.message |> drop 1 |> join "JSON" |> string.trim)
    other -> print other
}
fails (set [1, 2])
# expect: has no sets, as [1: (), 2: ()] is one: `keys` gives the elements in a list
fails { names: set ["a"], }
# expect: has no sets, as ["a": ()] is one: `keys` gives the elements in a list
print (json.show (keys (set ["a", "b"])), json.show ["a": (), "b": 1], json.show [:])
# expect: ("[\"a\",\"b\"]", "\{\"a\":null,\"b\":1}", "\{}")
fails (bytes [1])
# expect: cannot hold b"\x01", a Bytes
fails { f: (x -> x), }
# expect: cannot hold <function f/1>, a Function
fails (channel 1)
# expect: cannot hold <channel>, a Channel
fails (fiber { yield 1 })
# expect: cannot hold <fiber>, a Fiber
fails Circle
# expect: cannot hold Circle, a Label
fails (Circle 1)
# expect: cannot hold Circle 1, a Label
fails [1.5: 2]
# expect: cannot hold 1.5, a Float
