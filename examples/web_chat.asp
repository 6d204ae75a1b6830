# A chat in the browser: aspen run examples/web_chat.asp PORT, then open http://127.0.0.1:PORT/ in two
# windows. The page comes by HTTP, messages by WebSocket. Without a port, three guests of its own talk.

page = r"""
    <!doctype html><meta charset="utf-8"><title>chat</title>
    <style>body { font: 16px sans-serif; max-width: 40em; margin: 2em auto } input { width: 100%; font: inherit }</style>
    <div id="heard"></div><input id="say" placeholder="your name" autofocus>
    <script>
      const heard = document.getElementById("heard"), say = document.getElementById("say")
      const show = text => heard.appendChild(document.createElement("p")).textContent = text
      const socket = new WebSocket(location.href.replace(/^http/, "ws") + "chat")
      socket.onmessage = event => show(event.data)
      socket.onclose = event => show("* the end " + event.reason)
      say.onchange = () => { socket.send(say.value); say.value = ""; say.placeholder = "say something" }
    </script>
    """

guests = cell []    # a channel each, of lines to send

# A guest that is leaving may have closed its channel already.
tell_all = line -> for lines in cell.get guests { try (send lines line) }

# The first message is a name. Lines to a guest go through a channel, so a slow guest holds up the others only
# when its channel is full.
attend = ws -> match websocket.receive ws {
    None -> ()
    Some name -> {
        lines = channel 100
        writing = spawn for line in lines { try (websocket.send line ws) }
        cell.change (push lines) guests
        tell_all "* {name} is here"
        try (for text in websocket.messages ws { tell_all "{name}: {text}" })    # a connection may break off
        cell.update (all -> filter (other -> other != lines) all) guests
        close lines
        await writing
        tell_all "* {name} has left"
    }
}

handle = request -> match request.path {
    "/"     -> http.html page
    "/chat" -> websocket.accept request attend
    _       -> http.status 404
}

# A guest that says something once all guests are there, and leaves after it has read all lines.
visit = address arrived name -> {
    ws = websocket.connect "ws://{address}/chat"
    websocket.send name ws
    heard = []
    for line in websocket.messages ws {
        if line == "* {name} is here" { send arrived name }
        if line == "* cleo is here" { websocket.send "hello from {name}" ws }
        if contains "hello from" line { heard |>= push line }
        if len heard == 3 { break }
    }
    websocket.close ws
    sort heard
}

if empty? args {
    server = http.listen "127.0.0.1:0"
    running = spawn http.run handle server
    address = net.address (http.listener server)
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
    http.stop server
    await running
} else {
    http.serve_until ["TERM", "INT"] handle "127.0.0.1:{args[0]}"
}
