print "héllo wörld"
# expect: héllo wörld
print (len "héllo")
# expect: 5
print (len "日本語")
# expect: 3
