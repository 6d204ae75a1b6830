make = n -> [n, n + 1]
# A variable that is bound again below keeps its register.
again = n -> {
  x = make n
  y = make (n + 10)
  print y
  x = make (n + 20)
  z = make (n + 30)
  print z
  x
}
print (again 0)
# expect: [10, 11]
# expect: [30, 31]
# expect: [20, 21]

# A part is lent while its list is not mentioned any more.
part = n -> {
  outer = [make n, make (n + 1)]
  inner = outer[1]
  other = make (n + 50)
  print other
  third = make (n + 60)
  print third
  inner
}
print (part 0)
# expect: [50, 51]
# expect: [60, 61]
# expect: [1, 2]

# A closure waits for a function below it.
later = n -> {
  keep = () -> helper n
  call = () -> keep ()
  a = make n
  print a
  helper = m -> m + n
  b = make (n + 1)
  print b
  call ()
}
print (later 3)
# expect: [3, 4]
# expect: [4, 5]
# expect: 6

# Each round of a loop begins anew.
rounds = limit -> {
  sum = 0
  n = 0
  while n < limit {
    first = make n
    sum += first[0]
    second = make sum
    if second[0] > 3 { break }
    third = second[1]
    n = third
  }
  (sum, n)
}
print (rounds 9)
# expect: (7, 4)

# Both parts of a pair begin at once.
pairs = p -> {
  a, b = p
  c = make a
  print c
  d = make b
  print d
  [e, ..rest] = make 7
  g = make e
  print g
  rest
}
print (pairs (1, 2))
# expect: [1, 2]
# expect: [2, 3]
# expect: [7, 8]
# expect: [8]

# An assignment needs the register, too.
unread = n -> {
  x = make n
  print x
  y = make (n + 10)
  x = make (n + 20)
  y
}
print (unread 0)
# expect: [0, 1]
# expect: [10, 11]

# A closure that nothing mentions any more waits for a function below it.
kept = n -> {
  found = cell 0
  keep = () -> helper n
  cell.set keep found
  a = make n
  helper = m -> m + n
  print a
  (cell.get found) ()
}
print (kept 3)
# expect: [3, 4]
# expect: 6
