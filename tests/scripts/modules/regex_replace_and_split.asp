r = regex.compile r"\d+"
print (regex.replace r "#" "a1b22c")
# expect: a#b#c
print (regex.split (regex.compile r",\s*") "a, b,c")
# expect: ["a", "b", "c"]
