# MIME writes base 64 in lines; any other character is an error.
print (base64.decode "YWFh\nYWFh\n", base64.decode "YWFh\r\nYQ==\r\n", base64.decode "YQ=\n=", base64.decode "\n")
# expect: (b"aaaaaa", b"aaaa", b"a", b"")
line = string.repeat 19 "QUJD"
print (len (base64.decode "{line}\r\n{line}\r\n"))
# expect: 114
for text in ["YWFh YWFh", "YW\tFh", "Y\n", "YQ\n=", "YQ==\n=", "=YQ=", "YWFh\n==", "YQ==YQ=="] {
    if (try (base64.decode text)) is Ok _ { print (show text) }
}
