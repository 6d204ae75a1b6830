syntax 'each name 'of list 'gives e { map (name -> e) list }
print (each n of [1, 2, 3] gives (n * n))
# expect: [1, 4, 9]
