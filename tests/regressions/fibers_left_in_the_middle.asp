# A fiber that can never be resumed again costs nothing after the next collection.
count = 0
for i in 0..20000 {
    f = fiber { for j in 0..10 { yield j } }
    match f () { Some v -> { count += v }, None -> () }
    if i % 10000 == 0 { for v in f { count += v } }
}
print count
# expect: 90
ts = map (i -> spawn { g = fiber { loop { yield i } }; g (); g () }) (0..100)
print (sum (map (t -> match await t { Some v -> v, None -> 0 }) ts))
# expect: 4950
