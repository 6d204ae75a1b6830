# Text added to a file after an unfinished last line was read is there for the next read.
folder = fs.temp_dir ()
name = "{folder}/grow.log"
fs.write name "half"
f = fs.open "read" name
print (fs.read_line f)
# expect: Some "half"
fs.append name " rest\nnext\n"
print (fs.read_line f)
# expect: Some " rest"
print (fs.read_line f)
# expect: Some "next"
print (fs.read_line f)
# expect: None
fs.append name "1234"
print (fs.read_chunk 8 f)
# expect: b"1234"
fs.append name "5"
print (fs.read_chunk 8 f)
# expect: b"5"
fs.append name "6"
print (fs.read_some 8 f)
# expect: b"6"
fs.close f
fs.remove_all folder
