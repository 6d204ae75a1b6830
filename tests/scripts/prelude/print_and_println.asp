print 1
println "two"
# expect: 1
# expect: two
print (println ())
# expect: ()
# expect: ()
