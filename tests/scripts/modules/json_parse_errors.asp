for s in ["", "[1,", "nope", "[1] 2", "\"a"] {
    print ((try (json.parse s)) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
