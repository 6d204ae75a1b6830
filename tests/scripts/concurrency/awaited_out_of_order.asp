# A task that awaits a task that has not begun starts it, in any order; the rest begin by themselves.
tasks = list (map (i -> spawn { i * i }) (0..100))
print (await tasks[70])                         # expect: 4900
print (await tasks[3])                          # expect: 9
print (sum (map (i -> await tasks[99 - i]) (0..100)))   # expect: 328350
# Awaited by another task than its parent, and by several.
t = spawn { spawn 6 * 7 }
inner = await t
waiting = list (map (_ -> spawn (await inner)) (0..5))
print (gather (w -> await w) waiting)           # expect: [42, 42, 42, 42, 42]
# Detached before it has begun.
c = channel 0
d = spawn send c "detached"
task.detach d
print (recv c)                                  # expect: Some "detached"
