# A deadline holds for all that the function spawns: children, theirs, fibers, and what waits for a channel.
# All have ended when Timeout is raised. A deadline that comes before all seven wait is followed by a longer one.
ended = cell []
never = channel 0
note = name -> cell.change (push name) ended
wait_for_ever = name wait -> match try (wait ()) {
    Err (Cancelled _) -> note name
    other             -> note "{name}: {other}"
}
spawn_all = () -> {
    spawn wait_for_ever "child" (() -> sleep 1000)
    spawn {
        spawn { spawn wait_for_ever "great-grandchild" (() -> recv never); recv never }
        recv never
    }
    spawn gather (i -> wait_for_ever "gathered {i}" (() -> recv never)) [1, 2]
    spawn gather_limit 1 (i -> wait_for_ever "limited {i}" (() -> recv never)) [1, 2]
    spawn task.timeout 1000 (() -> wait_for_ever "longer deadline" (() -> recv never))
    spawn wait_for_ever "resumed a fiber" (fiber { recv never })
    recv never
}
names_after = deadline -> {
    cell.set [] ended
    result = try (task.timeout deadline spawn_all)
    if not (result is Err (Timeout _)) { print result }
    list.sort (cell.get ended)
}
deadline = 0.005
names = []
while len names < 7 {
    names = names_after deadline
    deadline *= 2
}
for name in names { print name }
# expect: child
# expect: gathered 1
# expect: gathered 2
# expect: great-grandchild
# expect: limited 1
# expect: longer deadline
# expect: resumed a fiber
