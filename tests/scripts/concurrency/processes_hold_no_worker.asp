# A task that waits for a program lets others run, and can be cancelled: its program is killed then.
folder = fs.temp_dir ()
pid_file = "{folder}/pid"

endless = spawn process.run "sh" ["-c", "echo $$ > {pid_file}.new; mv {pid_file}.new {pid_file}; exec sleep 1000"]
while not (fs.exists? pid_file) { task.yield () }
pid = string.trim (fs.read pid_file)
print (fs.exists? "/proc/{pid}")
# expect: true
task.cancel endless
print (match try (await endless) { Ok _ -> "ran", Err (Cancelled _) -> "cancelled" })
# expect: cancelled
while fs.exists? "/proc/{pid}" { task.yield () }

late = try (task.timeout 0.01 (() -> process.run "sleep" ["1000"]))
print (match late { Ok _ -> "ran", Err (Timeout _) -> "too late" })
# expect: too late

# A process that was spawned runs on.
child = process.spawn "sleep" ["1000"]
waiter = spawn process.wait child
task.yield ()
task.cancel waiter
print (match try (await waiter) { Ok _ -> "ran", Err (Cancelled _) -> "cancelled" })
# expect: cancelled
print (process.running? child)
# expect: true
process.kill 9 child
print (process.wait child)
# expect: 137

print (gather (n -> (process.run "expr" [string n, "*", "2"]).out) (1..=4))
# expect: ["2\n", "4\n", "6\n", "8\n"]
print (map (n -> (process.run "expr" [string n, "*", "2"]).out) (1..=2))
# expect: ["2\n", "4\n"]
print (len (fs.glob "{folder}/*"), len (fs.walk folder))
# expect: (1, 1)
fs.remove_all folder
