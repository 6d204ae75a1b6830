# Tasks write, read, copy, rename and remove files of one folder at once, and stream lines out of one that all of them share.
folder = path.join (fs.temp_dir ()) "storm"
fs.make_dir folder
shared = path.join folder "shared"
fs.write shared (0..200 |> map (n -> "line {n}\n") |> join "")
lines = fs.open "read" shared
taken = cell 0
work = i -> {
    own = path.join folder "file {i}"
    text = string.repeat (i * 977 % 5000) (string (i % 10))
    fs.write own text
    fs.append own "end"
    assert (fs.read own == text + "end")
    fs.copy own (own + " copied")
    fs.rename (own + " copied") (own + " renamed")
    assert ((fs.stat (own + " renamed")).size == len text + 3)
    loop {
        match fs.read_line lines { Some _ -> cell.update (n -> n + 1) taken, None -> break }
        if cell.get taken % 3 == 0 { break }
    }
    fs.remove own
    len (fs.read shared)
}
sizes = gather work (0..30)
print (sizes |> all (size -> size == sizes[0]))
# expect: true
rest = count (_ -> true) lines
print (cell.get taken + rest)
# expect: 200
print (len (fs.list folder))
# expect: 31
