print "a\tb"
# expect: a	b
print ["a\tb"]
# expect: ["a\tb"]
print (string "q")
# expect: q
print (string ["q"])
# expect: ["q"]
print (show "q")
# expect: "q"
