ch = channel 2
send ch 1
send ch 2
print (try (select [sending ch 3 (() -> "sent"), after 0 (() -> "full")]))   # expect: Ok "full"
print (recv ch)            # expect: Some 1
send ch 3
print [recv ch, recv ch]   # expect: [Some 2, Some 3]
