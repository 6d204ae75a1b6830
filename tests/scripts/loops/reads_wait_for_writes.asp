# A read of an iteration passes what earlier ones print, and waits for what they write.
spin = n -> { t = 0; for i in 0..n { t += i % 3 }; t }
folder = fs.temp_dir ()
path = "{folder}/file"
put = text -> { spin 300; fs.write path text }
look = u -> { spin 20; fs.read path }
put "first"

seen = []
for i in 0..12 { put "{i}"; seen |>= push (look ()) }
print seen        # expect: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]
before = []
for i in 0..4 { before |>= push (look ()); put "{i} again" }
print before      # expect: ["11", "0 again", "1 again", "2 again"]
# However the write is found.
each_way = [put, fs.write path, t -> put t, t -> each put [t], t -> { f = put; f t }]
i = 0
right = 0
while i < len each_way {
    way = each_way[i]
    way "way {i}"
    if look () == "way {i}" { right += 1 }
    i += 1
}
print right       # expect: 5
apply = f x -> f x
given = []
for k in 0..6 { given |>= push (look ()); apply put "given {k}" }
print given       # expect: ["way 4", "given 0", "given 1", "given 2", "given 3", "given 4"]
direct = []
for k in 0..6 { direct |>= push (fs.read path); spin 300; fs.write path "direct {k}" }
print direct      # expect: ["given 5", "direct 0", "direct 1", "direct 2", "direct 3", "direct 4"]
lines = fiber { for i in 0..3 { put "line {i}"; yield i } }
through = []
for i in 0..3 { for line in (if i == 0 { lines } else { [i] }) { through |>= push (look ()) } }
print through     # expect: ["line 0", "line 1", "line 2", "line 2", "line 2"]
# What is written after the loop is not read in it.
last = []
for i in 0..5 { last |>= push (look ()); print i }
put "after"
print (last == map (_ -> "line 2") (list (0..5)), look ())
# expect: 0
# expect: 1
# expect: 2
# expect: 3
# expect: 4
# expect: (true, "after")
fs.remove_all folder
