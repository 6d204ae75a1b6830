# A task that waits for its last child goes on when another task detaches that child.
gate = channel 0
handed = channel 0
parent = spawn {
    child = spawn { recv gate; print "child" }
    send handed child
    "parent"
}
Some child = recv handed
for _ in 0..20 { task.yield () }
task.detach child
print (await parent)
# expect: parent
send gate ()
for _ in 0..20 { task.yield () }
# expect: child
