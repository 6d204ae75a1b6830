fact = n -> if n == 0 { 1 } else { n * fact (n - 1) }
print (fact 5)
# expect: 120
print (fact 25)
# expect: 15511210043330985984000000
