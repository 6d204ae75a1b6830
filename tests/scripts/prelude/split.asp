print (split "," "a,b,,c")
# expect: ["a", "b", "", "c"]
print (split ", " "one")
# expect: ["one"]
print (split "," "")
# expect: [""]
