r = regex.compile r"\d+"
print (regex.find r "abc")
# expect: None
print (regex.find_all r "abc")
# expect: []
print (len (regex.find_all r "1 22 333"))
# expect: 3
