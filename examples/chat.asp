# A chat over TCP: each client gives a name, and every line goes to all others (try `nc 127.0.0.1 PORT`). With
# a port as its argument it serves there. Without one, three guests of its own talk, and it ends.

guests = cell []    # of (name, channel of lines to send)

# A guest that is leaving may have closed its channel already.
tell_all = line -> for (_, lines) in cell.get guests { try (send lines line) }

# Lines to a guest go through a channel. So a slow guest holds up the others only when its channel is full.
attend = socket -> {
    net.write "* your name?\n" socket
    match net.read_line socket {
        None -> ()
        Some name -> {
            lines = channel 100
            writing = spawn for line in lines { try (net.write "{line}\n" socket) }
            cell.change (push (name, lines)) guests
            tell_all "* {name} is here"
            try (for line in net.lines socket { tell_all "{name}: {line}" })    # a connection may break off
            cell.update (all -> filter ((other, _) -> other != name) all) guests
            close lines
            await writing
            tell_all "* {name} has left"
        }
    }
}

# A guest that says something once all guests are there, and leaves after it has read the others' lines.
visit = address arrived name -> {
    socket = net.connect address
    net.write "{name}\n" socket
    heard = []
    for line in net.lines socket {
        if line == "* {name} is here" { send arrived name }
        if line == "* cleo is here" { net.write "hello from {name}\n" socket }
        if contains "hello from" line { heard |>= push line }
        if len heard == 3 { break }
    }
    net.close socket
    sort heard
}

if empty? args {
    listener = net.listen "127.0.0.1:0"
    address = net.address listener
    serving = spawn net.serve attend listener
    arrived = channel 3
    visits = []
    for name in ["ada", "bob", "cleo"] {
        visits |>= push (spawn visit address arrived name)
        recv arrived
    }
    for heard in task.all visits { print heard }
    # expect: ["ada: hello from ada", "bob: hello from bob", "cleo: hello from cleo"]
    # expect: ["ada: hello from ada", "bob: hello from bob", "cleo: hello from cleo"]
    # expect: ["ada: hello from ada", "bob: hello from bob", "cleo: hello from cleo"]
    net.close listener
    await serving
} else {
    net.serve attend (net.listen "127.0.0.1:{args[0]}")
}
