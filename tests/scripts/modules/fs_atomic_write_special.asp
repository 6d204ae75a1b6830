# Links stay, and lead to the new contents; what is no file is left alone.
folder = fs.temp_dir ()
fs.write "{folder}/target" "old"
fs.symlink "target" "{folder}/link"
fs.atomic_write "{folder}/link" "new"
print (fs.read "{folder}/target", (fs.stat "{folder}/link").kind)
# expect: ("new", Link)
fs.symlink "later" "{folder}/dangling"
fs.atomic_write "{folder}/dangling" "made"
print (fs.read "{folder}/later", (fs.stat "{folder}/dangling").kind)
# expect: ("made", Link)
process.run "mkfifo" ["{folder}/pipe"]
code = path -> match try (fs.atomic_write path "x") { Err (IoError e) -> e.code, other -> other }
print (code "{folder}/pipe", (fs.stat "{folder}/pipe").kind)
# expect: ("EINVAL", Other)
print (code folder)
# expect: EISDIR
print (len (fs.list folder))
# expect: 5
fs.remove_all folder
