# The system reports files of /proc as empty, and makes their contents as they are read.
folder = fs.temp_dir ()
fs.copy "/proc/version" "{folder}/version"
print ((fs.stat "/proc/version").size, fs.read "{folder}/version" == fs.read "/proc/version", empty? (fs.read "{folder}/version"))
# expect: (0, true, false)
fs.copy "/proc/version" folder
fs.move "{folder}/version" "{folder}/moved"
print (fs.read "{folder}/moved" == fs.read "/proc/version")
# expect: true
fs.remove_all folder
