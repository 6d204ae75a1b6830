# They leave no zombies, whether the program still holds them or not; `process.wait` gives the code.
ids = map (_ -> process.id (process.spawn "true" [])) (0..20)
kept = process.spawn "sh" ["-c", "exit 3"]
for id in [..ids, process.id kept] {
    while fs.exists? "/proc/{id}" { }
}
print (process.running? kept, process.wait kept, process.wait kept)
# expect: (false, 3, 3)
process.kill "TERM" kept
t = spawn process.wait kept
print (await t)
# expect: 3
