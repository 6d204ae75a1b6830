# Fibers that wait for their caller while the memory around them is freed and used again.
counter = n -> fiber {
    at = n
    loop { at += yield at }
}
churn = n -> { sum = 0; for i in 0..n { sum += len [i, (i, [i])] }; sum }

# Memory with many small holes, so that the parts of a fiber lie apart.
blocks = map (i -> list (i..i + 10 + i % 23)) (0..12000)
blocks = map (i -> blocks[2 * i]) (0..6000)
churn 300000
fibers = map counter (0..3000)
first = 0
for f in fibers { first += match f () { Some v -> v, None -> 0 } }
print first  # expect: 4498500
for turn in 0..3 {
    churn 300000
    sum = 0
    for f in fibers { sum += match f 2 { Some v -> v, None -> 0 } }
    print sum
}
# expect: 4504500
# expect: 4510500
# expect: 4516500
print (sum (map len blocks))  # expect: 125976
