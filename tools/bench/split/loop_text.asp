# A text that a loop builds, with iterations of about 50 ns.
text = ""
for i in 0..6_000_000 { text += "{i},"}
print (len text)
# expect: 46888890
