print (len "")
# expect: 0
print (show "")
# expect: ""
