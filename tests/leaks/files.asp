# Files that are closed and files that are dropped, compressed data, texts and patterns that differ each time.
folder = fs.temp_dir ()
n = 0
loop {
    n += 1
    p = path.join folder "file {n % 10}"
    fs.write p (string.repeat 1000 "{n} ")
    file = fs.open "read" p
    fs.read_line file
    if n % 2 == 0 { fs.close file }
    assert (compress.gunzip (compress.gzip (fs.read_bytes p)) == fs.read_bytes p)
    regex.find "a{n % 1000}(b|c)*" "xa{n}bc"
    json.parse (json.show { name: "{n}", items: [n, n + 1] })
    try (json.parse "[{n}")
}
