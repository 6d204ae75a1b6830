print (show ["a\{b}\\"])
# expect: ["a\{b}\\"]
print (Some "x\ny")
# expect: Some "x\ny"
