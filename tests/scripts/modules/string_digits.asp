# `int` reads the characters for which `string.is_digit?` holds; digits of other scripts are alphanumeric.
for text in ["0", "42", "٣", "４", "²", "Ⅷ", "", "4a"] {
    print [string.is_digit? text, (try (int text)) is Ok _, string.is_alphanumeric? text]
}
# expect: [true, true, true]
# expect: [true, true, true]
# expect: [false, false, true]
# expect: [false, false, true]
# expect: [false, false, false]
# expect: [false, false, false]
# expect: [false, false, false]
# expect: [false, false, true]
