f = fiber { for i in 0..6 { yield i } }
ts = []
for i in 0..3 { print (await (spawn f ())) }
# expect: Some 0
# expect: Some 1
# expect: Some 2
print (f ())               # expect: Some 3
