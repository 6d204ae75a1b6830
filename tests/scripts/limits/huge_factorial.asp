n = product (1..=1000)
print (len (string n))
# expect: 2568
print (n // product (1..=998))
# expect: 999000
