folder = fs.temp_dir ()
name = "unix:{folder}/socket"
listener = net.listen name
client = net.connect name
Some socket = net.accept listener
net.write "through a file" client
net.close client
print (net.read_all socket)
# expect: b"through a file"
print (net.address listener == name)
# expect: true
net.close listener
print (fs.exists? "{folder}/socket")
# expect: false
print (match try (net.connect name) { Err (IoError e) -> e.code })
# expect: ENOENT
fs.remove folder
