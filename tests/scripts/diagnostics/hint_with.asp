with fs.open "read" "x" as f { print f }     # expect error: there is no `with`
