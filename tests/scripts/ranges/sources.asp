# Ranges of any step and size, dicts with holes, and sources that are not split.
print (map identity (range 10 0 -3))  # expect: [10, 7, 4, 1]
print (map identity (range 1 12 5))  # expect: [1, 6, 11]
print (map identity (5..=9))  # expect: [5, 6, 7, 8, 9]
print (map (x -> x - 10 ** 20) (10 ** 20..10 ** 20 + 7))  # expect: [0, 1, 2, 3, 4, 5, 6]
print (map (x -> x + 10 ** 20) (range (-10 ** 20) (-10 ** 20 - 30) -4))  # expect: [0, -4, -8, -12, -16, -20, -24, -28]
edge = 2 ** 47
print (map (x -> x - edge) (edge - 3..edge + 3))  # expect: [-3, -2, -1, 0, 1, 2]
print (map (x -> x - edge) (edge - 4..edge))  # expect: [-4, -3, -2, -1]

d = dict (map (i -> (i, i * i)) (0..100))
for i in range 0 100 3 { d = remove i d }
print (len d, sum (map ((k, v) -> v) d))  # expect: (66, 215589)
print (count ((k, v) -> k % 2 == 0) d, find ((k, v) -> v > 1000) d)  # expect: (33, Some (32, 1024))
print (map ((k, v) -> k) d == filter (i -> i % 3 != 0) (0..100))  # expect: true

print (map string.upper "añb")  # expect: ["A", "Ñ", "B"]
print (map (x -> x + 1) b"ab")  # expect: [98, 99]
