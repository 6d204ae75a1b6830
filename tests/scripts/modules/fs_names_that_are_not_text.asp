# A name that is not UTF-8 is Bytes in every result, and is accepted as Bytes in every argument.
room = fs.temp_dir ()
name = bytes [0x61, 0xff, 0x62]
odd = concat [bytes "{room}/", name]
fs.write odd "text"
print (fs.list room == [name], fs.walk room == [odd], fs.glob "{room}/*" == [odd], fs.glob (concat [bytes "{room}/?", bytes [0xff], bytes "?"]) == [odd])
# expect: (true, true, true, true)
print (fs.read odd, fs.lines odd, fs.exists? odd, fs.file? odd, fs.dir? odd, (fs.stat odd).size, fs.real odd == odd)
# expect: ("text", ["text"], true, true, false, 4, true)
fs.append odd "!"
fs.atomic_write odd (concat [fs.read_bytes odd, b"?"])
file = fs.open "read" odd
print (fs.read_line file)
# expect: Some "text!?"
fs.close file
folder = concat [odd, b".d"]
fs.make_dir (concat [folder, b"/", name])
fs.copy odd (concat [folder, b"/copy"])
fs.rename (concat [folder, b"/copy"]) (concat [folder, b"/", name, b"/moved"])
print (map (p -> p[len room..]) (fs.walk folder))
# expect: [b"/a\xffb.d/a\xffb/moved"]
fs.symlink name "{room}/link"
print (fs.read_link "{room}/link", fs.read "{room}/link")
# expect: (b"a\xffb", "text!?")
fs.remove_all folder
fs.remove odd
# Names that are text stay Strings, and messages are always text.
print (fs.list room)
# expect: ["link"]
match try (fs.read odd) { Err (IoError e) -> print (e.code, string.remove_prefix room e.path, contains "a�b" e.message) }
# expect: ("ENOENT", "/a�b", true)
fs.write odd (bytes [0xff])
match try (fs.read odd) { Err (ValueError e) -> print (string.remove_prefix room e.message) }
# expect: /a�b is not UTF-8 text at byte 0
fs.remove_all room
