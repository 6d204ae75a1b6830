syntax v 'fits p { match v { p -> true; _ -> false } }
print (Some 3 |> identity)
# expect: Some 3
print [(Some 3) fits (Some _), 5 fits (n: String), [1, 2] fits [_, .._], (1, 2) fits (1, _)]
# expect: [true, false, true, true]
