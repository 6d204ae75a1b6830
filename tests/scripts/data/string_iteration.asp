for c in "aé😀" { print c }
# expect: a
# expect: é
# expect: 😀
