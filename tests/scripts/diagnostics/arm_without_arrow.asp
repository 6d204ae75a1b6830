match 1 {
    1 "one"             # expect error:
}
