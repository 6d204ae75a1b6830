folder = fs.temp_dir ()
name = "{folder}/pipe"
process.run "mkfifo" [name]
text = string.repeat 300000 "x"
cat = process.spawn_with { output: "pipe" } "sh" ["-c", "cat {name} | wc -c"]
fs.write name text
print (string.trim (string.from_bytes (fs.read_chunk 100 (process.output cat))))
# expect: 300000
process.wait cat
fs.remove_all folder
