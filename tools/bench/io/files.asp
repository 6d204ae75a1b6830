# Reads all files of a folder, in flight together, and prints the time and the number of bytes.
paths = fs.list args[0] |> map (name -> path.join args[0] name)
start = time.monotonic ()
total = sum (map (file -> len (fs.read_bytes file)) paths)
print "RESULT ms {(time.monotonic () - start) * 1000}"
print "RESULT bytes {total}"
