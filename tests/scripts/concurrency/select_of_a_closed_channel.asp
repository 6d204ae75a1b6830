a = channel 1
send a 1
close a
print (select [on a identity])                                  # expect: Some 1
print (select [on a identity])                                  # expect: None
print ((try (select [sending a 1 identity])) is Err (Closed _)) # expect: true
