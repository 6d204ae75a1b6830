# A file that stays open changes with each write, as a log does.
p = fs.temp ()
log = fs.open "append" p
seen = spawn fs.watch p
while not (task.done? seen) {
    fs.put "line\n" log
    fs.flush log
    sleep 0
}
print (await seen == [p])
fs.close log
fs.remove p
# expect: true
