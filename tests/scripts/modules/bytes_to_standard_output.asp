# `write` of Bytes writes them as they are, in the order of what is printed.
print "header"
write b"\xc3\xa9\n"
write "a"
write b"b"
print "trailer"
# expect: header
# expect: é
# expect: abtrailer
