v = Some 5
print (match v { None -> 0 })     # expect error: Some 5
