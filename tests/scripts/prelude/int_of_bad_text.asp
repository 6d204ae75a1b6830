for s in ["", "abc", "1.5", "12x", "--1"] {
    print ((try (int s)) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
