# The halves of a range, however it is split, come together in order.
xs = list (0..1000)
print (sum (map (x -> x * 2) xs) == 999000)  # expect: true
print (map (x -> x * x) xs == list.of 1000 (i -> i * i))  # expect: true
print (len (filter (x -> x % 3 == 0) xs), (filter (x -> x % 3 == 0) xs)[100])  # expect: (334, 300)
print (len (reject (x -> x % 3 == 0) xs), (reject (x -> x % 3 == 0) xs)[100])  # expect: (666, 151)
print ((flat_map (x -> [x, -x]) xs)[500..504])  # expect: [250, -250, 251, -251]
print ((filter_map (x -> if x % 2 == 0 { Some (x + 1) } else { None }) xs)[..3])  # expect: [1, 3, 5]
print (count (x -> x % 7 == 0) xs)  # expect: 143
yes, no = partition (x -> x % 4 == 1) xs
print (len yes, len no, yes[..2], no[..3])  # expect: (250, 750, [1, 5], [0, 2, 3])

# No element, and one.
for source in [[], [7], 0..0, 7..8, [:], [7: 7]] {
    print (map identity source, filter (x -> true) source, count (x -> true) source)
}
# expect: ([], [], 0)
# expect: ([7], [7], 1)
# expect: ([], [], 0)
# expect: ([7], [7], 1)
# expect: ([], [], 0)
# expect: ([(7, 7)], [(7, 7)], 1)

# A map in a map, and natives as functions.
table = map (y -> map (x -> x * y) (1..40)) (1..40)
print (sum (map sum table), table[38][38])  # expect: (608400, 1521)
print (map string (0..12))  # expect: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]
