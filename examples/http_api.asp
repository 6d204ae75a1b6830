# A small web service with routes and JSON: to list, write, read and remove notes. With a port as its argument
# it serves there until SIGTERM or Ctrl-C; without one, it makes some requests to itself.

notes = cell ["1": "water the plants"]
next_id = cell 2

add_note = text -> {
    id = cell.update (n -> n + 1) next_id - 1
    cell.change (insert (string id) text) notes
    id
}

# Routes are patterns: the method and the parts of the path.
handle = request -> {
    parts = split "/" request.path |> filter (part -> part != "")
    match (request.method, parts) {
        ("GET", [])              -> http.text "try /notes\n"
        ("GET", ["notes"])       -> http.json (cell.get notes)
        ("GET", ["notes", id])   -> match cell.read (get id) notes {
            Some text -> http.json ["id": id, "text": text]
            None      -> http.status 404
        }
        ("POST", ["notes"])      -> match try (json.parse request.body) {
            Ok ["text": (text: String)] -> { status: 201, headers: ["Location": "/notes/{add_note text}"] }
            _                          -> { status: 400, body: "send \{\"text\": …}\n" }
        }
        ("DELETE", ["notes", id]) -> {
            cell.change (dict.discard id) notes
            { status: 204 }
        }
        (_, ["notes", ..rest])   -> http.status 405
        _                        -> http.status 404
    }
}

# Makes one request over a connection of its own; returns the first line and the body of the answer.
ask = address method path body -> {
    socket = net.connect address
    net.write "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {len body}\r\n\r\n{body}" socket
    Some (head, answer) = net.read_all socket |> string.from_bytes |> string.split_once "\r\n\r\n"
    net.close socket
    string.trim "{method} {path}: {drop 9 (first (string.lines head))} {answer}"
}

if empty? args {
    server = http.listen "127.0.0.1:0"
    running = spawn http.run handle server
    address = net.address (http.listener server)
    print (ask address "GET" "/notes" "")
    # expect: GET /notes: 200 OK {"1":"water the plants"}
    print (ask address "POST" "/notes" "\{\"text\": \"feed the cat\"}")
    # expect: POST /notes: 201 Created
    print (ask address "POST" "/notes" "feed the cat")
    # expect: POST /notes: 400 Bad Request send {"text": …}
    print (ask address "GET" "/notes/2" "")
    # expect: GET /notes/2: 200 OK {"id":"2","text":"feed the cat"}
    print (ask address "DELETE" "/notes/1" "")
    # expect: DELETE /notes/1: 204 No Content
    print (ask address "GET" "/notes/1" "")
    # expect: GET /notes/1: 404 Not Found 404
    print (ask address "GET" "/notes" "")
    # expect: GET /notes: 200 OK {"2":"feed the cat"}
    http.stop server
    await running
} else {
    http.serve_until ["TERM", "INT"] handle "127.0.0.1:{args[0]}"
}
