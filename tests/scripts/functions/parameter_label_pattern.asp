unwrap = Some x -> x
print (unwrap (Some 3))
# expect: 3
nothing = (None) x -> x
print (nothing None 5)
# expect: 5
