a = channel 5
b = channel 5
send a 1
send b 2
print (select [on b (v -> ("b", v)), on a (v -> ("a", v))])     # expect: ("b", Some 2)
print (select [on b (v -> ("b", v)), on a (v -> ("a", v))])     # expect: ("a", Some 1)
send b 3
print (select [sending a 7 (() -> "sent"), on b identity])      # expect: sent
print (select [after 0 (() -> "time"), on b identity])          # expect: time
print (select [on b identity, after 0 (() -> "time")])          # expect: Some 3
