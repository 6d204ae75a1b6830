a = channel 0
print (select [on a identity, sending a 1 (() -> "met"), after 0.001 (() -> "did not")])    # expect: did not
