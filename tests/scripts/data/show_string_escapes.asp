print (show "\n\t\r\0\e\\\"\{")
# expect: "\n\t\r\0\e\\\"\{"
print (show "\u{1}\u{7f}")
# expect: "\u{1}\u{7f}"
print (show "}")
# expect: "}"
print (show "é日😀")
# expect: "é日😀"
