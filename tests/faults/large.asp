# Work that takes a while runs on other threads.
# faults: openat read write close fsync rename fchmod newfstatat
text = string.repeat 200000 "0123456789"
for i in 0..4 { fs.write "large{i}" text }
print (sum (map (i -> len (fs.read "large{i}")) (0..4)))
fs.atomic_write "large0" (text + text)
print (len (fs.read "large0"))
