# The hints said that `append value` was a function, and looked for `delete` in the dict.
hint = f -> match try (f ()) { Err (TypeError { hint: text }) -> text, other -> show other }
xs = [3, 1]
d = ["a": 1]
print (hint (() -> xs.append))
print (hint (() -> d.delete))
print (hint (() -> d.a))
print (hint (() -> (try int "x").message))
print (hint (() -> get "a" d + 1))
print (hint (() -> 1 * None))
print (hint (() -> "%d items" % 5))
# expect: functions come first here, and values never change: `xs |>= push v`
# expect: functions come first here, and values never change: `d |>= remove k`; a dict's values are found by key: `d["delete"]`
# expect: a dict's values are found by key: `d["a"]`
# expect: the value after a label comes from a pattern: `match x { Err v -> …, _ -> … }`
# expect: an option gives its value to `match x { Some v -> …, None -> … }`, or to `if x is Some v { … }`
# expect: an option gives its value to `match x { Some v -> …, None -> … }`, or to `if x is Some v { … }`
# expect: values are put into text by a format: `"{x:>6.2f}"`
