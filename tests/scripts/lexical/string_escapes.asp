print "a\tb"
# expect: a	b
print "one\ntwo"
# expect: one
# expect: two
print "quote \" backslash \\"
# expect: quote " backslash \
print "braces \{x\}"
# expect: braces {x}
print "\x41\u{e9}\u{1F600}"
# expect: Aé😀
print (len "\0\e\r")
# expect: 3
