# A line ends with "\n" or "\r\n"; a lone "\r" is a part of it.
print (string.lines "a\r\nb\nc")       # expect: ["a", "b", "c"]
print (string.lines "a\rb\r")          # expect: ["a\rb\r"]
print (string.lines "a\r\n")           # expect: ["a"]
print (string.lines "a\n\r\n")         # expect: ["a", ""]
