a = 2 ** 70
for x in a..a + 2 { print x }
# expect: 1180591620717411303424
# expect: 1180591620717411303425
