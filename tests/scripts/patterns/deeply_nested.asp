v = { user: Some (("Ada", ["x": [1, 2, 3]])) }
match v {
    { user: Some ((name, ["x": [_, second, .._]])) } -> print "{name} {second}"
}
# expect: Ada 2
