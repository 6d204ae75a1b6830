# Prints the lines of a log that match, including future ones: aspen run examples/log_tail.asp FILE
# [PATTERN…]. A pattern is a regular expression that the line must match, or must not match with `!` before
# it. Ctrl-C ends it. Without arguments it follows a log that it writes itself, to the end.

# The file's lines as they arrive, without end. A new or shortened file is read from its start.
lines_of = path -> fiber {
    file = fs.open "read" path
    rest = b""                      # of a line that is not over
    loop {
        piece = fs.read_chunk 65536 file
        if empty? piece {
            if fs.exists? path and (fs.stat path).size < fs.tell file {
                file = fs.open "read" path
                rest = b""
            }
            sleep 0.05
        } else {
            lines = bytes.split b"\n" (rest + piece)
            rest = last lines
            for line in lines[..len lines - 1] { yield (string.from_bytes_lossy line) }
        }
    }
}

matches? = pattern line ->
    if string.starts_with? "!" pattern { not (regex.match? pattern[1..] line) } else { regex.match? pattern line }

# Calls `f line` for lines that match, until it returns false.
follow = path patterns f -> for line in lines_of path {
    if all (pattern -> matches? pattern line) patterns and not (f line) { break }
}

# A log that grows, and begins anew once it has been read to its end.
write_log = path is_read -> {
    for i in 1..=6 { fs.append path "GET /{i} {if i % 3 == 0 { 500 } else { 200 }}\nping\n" }
    recv is_read
    fs.write path "GET /7 503\nbye\n"
}

if empty? args {
    path = fs.temp ()
    is_read = channel 1
    writing = spawn write_log path is_read
    follow path [" 5..$|bye", "!ping"] (line -> {
        print line
        if line == "GET /6 500" { send is_read () }
        line != "bye"
    })
    # expect: GET /3 500
    # expect: GET /6 500
    # expect: GET /7 503
    # expect: bye
    await writing
    fs.remove path
} else {
    follow (first args) (drop 1 args) (line -> { print line; true })
}
