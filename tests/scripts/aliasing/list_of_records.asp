people = [{ n: 1 }, { n: 2 }]
p = people[0]
p.n = 100
people[1].n = 200
print people
# expect: [{ n: 1 }, { n: 200 }]
print p
# expect: { n: 100 }
