ch = channel 10
for i in 0..5 { send ch i }
for v in ch { if v == 2 { break } }
print (recv ch)            # expect: Some 3
for v in ch { if v == 4 { break }; continue }
close ch
print (recv ch)            # expect: None
