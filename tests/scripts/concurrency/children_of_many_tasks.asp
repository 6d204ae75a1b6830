# More tasks wait for other programs than the pool has threads: each goes on as soon as its own program does.
room = fs.temp_dir ()
count = 200

# Waits for their output: the last program is asked first, so each answer comes while all others wait.
cats = map (_ -> process.spawn_with { input: "pipe", output: "pipe" } "cat" []) (list.from (0..count))
readers = map (cat -> spawn { fs.read_line (process.output cat) }) cats
for i in 0..count {
    cat = cats[count - 1 - i]
    fs.put "{i}\n" (process.input cat)
    fs.flush (process.input cat)
    if await readers[count - 1 - i] != Some "{i}" { error "line {i}" }
}
print "all have read"
# expect: all have read

# Waits for their ends.
ends = map (cat -> spawn { process.wait cat }) cats
for i in 0..count {
    fs.close (process.input cats[count - 1 - i])
    if await ends[count - 1 - i] != 0 { error "end {i}" }
}
print "all have ended"
# expect: all have ended

# A whole run: none ends before the last one has begun.
process.run "mkfifo" ["{room}/told", "{room}/gate"]
told = fs.open "update" "{room}/told"
runs = map (i -> spawn { process.run "sh" ["-c", "echo {i} >{room}/told; read line <{room}/gate; echo $line"] }) (list.from (0..100))
begun = map (_ -> fs.read_line told) (list.from (0..100))
print (len (unique begun))
# expect: 100
gate = fs.open "update" "{room}/gate"
for _ in 0..100 { fs.put "go\n" gate }
fs.flush gate
print (map await runs |> filter (ran -> ran.code == 0) |> len)
# expect: 100
fs.close gate
fs.close told

# Tasks that were cancelled while they waited, and have ended, leave the answers to others.
cat = process.spawn_with { input: "pipe", output: "pipe" } "cat" []
waiting = map (_ -> spawn { fs.read_line (process.output cat) }) (list.from (0..100))
for each in waiting { task.cancel each }
for each in waiting { try await each }
fs.put "kept\n" (process.input cat)
fs.close (process.input cat)
print (fs.read_line (process.output cat), process.wait cat)
# expect: (Some "kept", 0)
fs.remove_all room
