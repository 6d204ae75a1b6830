# An error of a rename or a move names the path that it is about.
folder = fs.temp_dir ()
at = name -> path.join folder name
fs.write (at "file") "x"
fs.make_dir (at "full/inner")
fs.make_dir (at "empty")
for change in [fs.rename, fs.move] {
    for from, to in [("file", "full"), ("file", "none/new"), ("none", "new"), ("file/below", "new"), ("file", "file/below"),
            ("empty", "full"), ("empty", "file"), ("full", "full/inner/below")] {
        match try change (at from) (at to) {
            Err (IoError { code, path: culprit }) -> print "{from} to {to}: {code} {path.relative folder culprit}"
            Ok _ -> print "{from} to {to}: done"
        }
    }
}
print (fs.read (at "file"))
fs.remove_all folder
# expect: file to full: EISDIR full
# expect: file to none/new: ENOENT none/new
# expect: none to new: ENOENT none
# expect: file/below to new: ENOTDIR file/below
# expect: file to file/below: ENOTDIR file/below
# expect: empty to full: ENOTEMPTY full
# expect: empty to file: ENOTDIR file
# expect: full to full/inner/below: EINVAL full
# expect: file to full: EISDIR full
# expect: file to none/new: ENOENT none/new
# expect: none to new: ENOENT none
# expect: file/below to new: ENOTDIR file/below
# expect: file to file/below: ENOTDIR file/below
# expect: empty to full: ENOTEMPTY full
# expect: empty to file: ENOTDIR file
# expect: full to full/inner/below: EINVAL full
# expect: x
