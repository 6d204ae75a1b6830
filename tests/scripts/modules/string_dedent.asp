# string.dedent removes the margin that all lines share, and is undone by string.indent.
print (show (string.dedent "  a\n    b\n  c"))                # expect: "a\n  b\nc"
print (show (string.dedent "a\n  b"))                         # expect: "a\n  b"
print (show (string.dedent ""))                               # expect: ""
text = "if a\n    b\n\nc\n"
print (string.dedent (string.indent 3 text) == text)          # expect: true

# A blank line has no say, and keeps its end only.
print (show (string.dedent "    a\n \n\n    b\n"))             # expect: "a\n\n\nb\n"
print (show (string.dedent "  a\r\n    \r\n  b\r\n"))          # expect: "a\r\n\r\nb\r\n"
print (show (string.dedent "   \n\t"))                        # expect: "\n"

# A tab is not a number of spaces: the margin is what the lines have in common.
print (show (string.dedent "\ta\n\t\tb"))                     # expect: "a\n\tb"
print (show (string.dedent "  \ta\n  b"))                     # expect: "\ta\nb"
print (show (string.dedent "\ta\n  b"))                       # expect: "\ta\n  b"

# Other white space belongs to the line.
print (string.dedent "  \u{a0}a\n  é" == "\u{a0}a\né")         # expect: true
