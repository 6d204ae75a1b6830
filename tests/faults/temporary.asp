# Files and directories with a name that the system chooses, and files that take another's place.
# faults: openat close fsync fchmod rename unlink mkdir
file = fs.temp ()
assert (fs.read file == "")
fs.write file "one"
assert (fs.read file == "one")
for i in 0..8 { fs.atomic_write "kept" "{i}" }
assert (fs.read "kept" == "7")
directory = fs.temp_dir ()
fs.atomic_write "{directory}/inside" "two"
fs.rename "{directory}/inside" "moved"
assert (fs.list directory == [])
fs.remove_all directory
fs.remove file
print (fs.read "moved")
