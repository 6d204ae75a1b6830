# Returns the data that is there, without waiting for more.
name = fs.temp ()
fs.write name "abcdef"
file = fs.open "read" name
print (fs.read_some 4 file, fs.read_some 4 file, fs.read_some 4 file)
# expect: (b"abcd", b"ef", b"")
fs.close file
print (try fs.read_some 0 file)
# expect: Err (ValueError { message: "fs.read_some: n must be above 0" })
fs.remove name

folder = fs.temp_dir ()
pipe = path.join folder "pipe"
process.run "mkfifo" [pipe]
is_read = channel 0
writing = spawn {
    out = fs.open "write" pipe
    fs.put "first" out
    fs.flush out
    recv is_read
    fs.put "second" out
    fs.close out
}
file = fs.open "read" pipe
print (fs.read_some 100 file)
# expect: b"first"
send is_read ()
print (fs.read_some 100 file, fs.read_some 100 file)
# expect: (b"second", b"")
await writing
fs.remove_all folder
