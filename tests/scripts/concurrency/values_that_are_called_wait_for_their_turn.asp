# Natives and fibers that are called as values, and loops over channels, run after the effects before them.
spin = n -> { sum = 0; for i in 0..n { sum += i % 3 }; sum }
path = fs.temp ()
slow = text -> { spin 300; fs.append path text; text }
apply = f v -> f v
say = fs.append path
both = f text -> { a = slow "a"; b = apply f text; (a, b) }
for i in 0..10 { both say "b" }
both (fs.append path) "c"
print (fs.read path)    # expect: ababababababababababac
tell = text -> { spin 300; print text }
talk = f -> { a = tell "first"; b = apply f "second"; c = tell "third"; (a, b, c) }
talk print
# expect: first
# expect: second
# expect: third
f = fiber { for i in 0..100 { yield i } }
take = n -> { spin n; match f () { Some v -> v, None -> -1 } }
next = g -> match g () { Some v -> v, None -> -1 }
pull = u -> { a = take 300; b = next f; c = take 100; d = next f; [a, b, c, d] }
print (pull (), pull ())    # expect: ([0, 1, 2, 3], [4, 5, 6, 7])
ch = channel 100
for i in 0..40 { send ch i }
close ch
got = n -> { spin n; match (recv ch) { Some v -> v, None -> -1 } }
looped = c -> { for v in c { return v }; -1 }
drawn = u -> { a = got 300; b = looped ch; c = got 200; d = looped ch; [a, b, c, d] }
print (drawn (), drawn (), drawn ())    # expect: ([0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11])
some = u -> { a = got 300; b = take_two ch; c = first ch; [[a], b, [c]] }
take_two = c -> take_n 2 c
take_n = n c -> { xs = []; for v in c { xs |>= push v; if len xs == n { return xs } }; xs }
print (some (), some ())    # expect: ([[12], [13, 14], [15]], [[16], [17, 18], [19]])
fs.remove path
