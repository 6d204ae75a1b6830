# A pattern that ends in a slash matches directories only, as in a shell.
folder = fs.temp_dir ()
fs.make_dir "{folder}/sub/deep"
fs.write "{folder}/file" ""
fs.write "{folder}/sub/file" ""
fs.symlink "sub" "{folder}/link"
found = pattern -> map (path.relative folder) (fs.glob "{folder}/{pattern}")
print (found "*/", found "*", found "**/", found "sub/", found "file/", found "s*/*/")
# expect: (["link", "sub"], ["file", "link", "sub"], ["link", "sub", "sub/deep"], ["sub"], [], ["sub/deep"])
print ((try (fs.set_mode -1 folder)) is Err (ValueError _))
# expect: true
fs.remove_all folder
