# A channel's ring grows while its oldest value is in the middle of the ring.
for taken in 0..9 {
    ch = channel 100
    for i in 0..8 { send ch i }
    for i in 0..taken { if i < 8 { recv ch } }
    for i in 8..60 { send ch i }
    close ch
    left = list ch
    begin = if taken < 8 { taken } else { 8 }
    if left != list (begin..60) { print (taken, left) }
}
print "done"   # expect: done
