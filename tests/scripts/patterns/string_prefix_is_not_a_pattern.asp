print "never"
match "abc" {
    "a" + rest -> print rest     # expect error:
    _ -> ()
}
