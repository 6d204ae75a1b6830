# A program leads a process group, unless told not to: killing it also kills processes that it started.
room = fs.temp_dir ()
process.run "mkfifo" ["{room}/told"]
told = fs.open "update" "{room}/told"
starts = "sleep 1000 >/dev/null 2>&1 & echo $! >{room}/told; wait"
line = () -> match fs.read_line told { Some text -> text, None -> error "no line" }

# A process that has ended stays until its parent has waited for it.
runs? = id -> match try (fs.read "/proc/{id}/stat") {
    Ok stat -> match string.split_last ")" stat { Some (_, rest) -> not (string.starts_with? " Z" rest), None -> true }
    Err _ -> false
}
until_gone = id -> { while runs? id { task.yield () } }

running = spawn { process.run_with { group: true, } "sh" ["-c", starts] }
child = line ()
print (runs? child)
# expect: true
task.cancel running
until_gone child
print "cancelled"
# expect: cancelled

beside = process.spawn_with { group: true, } "sh" ["-c", starts]
child = line ()
process.kill "KILL" beside
print (process.wait beside)
# expect: 137
until_gone child

# A process in this program's own group is killed alone.
alone = process.spawn_with { group: false, } "sh" ["-c", starts]
child = line ()
process.kill "KILL" alone
print (process.wait alone, runs? child)
# expect: (137, true)
process.run "kill" ["-KILL", child]
until_gone child
print (match try (process.run_with { group: 1, } "true" []) { Err (ValueError _) -> "group: 1" })
# expect: group: 1
fs.remove_all room
