print (match 5 { (x) -> x })
# expect: 5
print (match Some 5 { Some (x) -> x })
# expect: 5
