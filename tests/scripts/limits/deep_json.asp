s = string.repeat 500 "[" + string.repeat 500 "]"
print (len (show (json.parse s)))
# expect: 1000
