# The functions of module http that take functions, and those that make responses.

## Serves HTTP at an address like "127.0.0.1:8080" (see `net.listen`), or https over a listener from `tls.listen`, until the program is stopped. `handler request` gives the response: a String, Bytes, or a record of `status`, `headers` and `body`. A request is a record of `method`, `path`, `query`, `headers`, `body`, `peer`, the address of the client, and `scheme`, which is "https" over TLS and else "http". `path` and `query` are texts as they came: see `url.decode` and `url.parse_query`. `headers` is a dict with names in lower case, `body` is Bytes. Each connection is a task of its own. A request is over when the tasks that its handler has spawned are over, and the next one of the connection waits for that; `task.detach` lets a task go on by itself. An error in handler is answered with status 500, and written to standard error. Limits are those of `http.server_over`.
serve = handler address -> run handler (listen address)

## Serves as `http.serve` does, until one of the signals comes (`signals.listen`); see `http.run_until`. Like this: `http.serve_until ["TERM", "INT"] handler ":8080"`.
serve_until = names handler address -> run_until names handler (listen address)

## A server that listens at an address, or is over a listener, for `http.run`.
listen = address -> http.server_over { idle: 60 } (match address {
    (_: String) -> net.listen address
    listener -> listener
})

## Accepts connections and answers requests with what `handler request` gives, until the server is stopped (`http.stop`).
run = handler server -> {
    sweeping = spawn _sweep server
    result = try (task.scope (() -> net.serve (socket -> _attend handler (http.over socket server)) (http.listener server)))
    http.stop server
    task.cancel sweeping
    match result {
        Ok _ -> ()
        Err e -> error e
    }
}

## Like http.run, until one of the signals comes or the server is stopped. The server then accepts no more connections, and ends when the requests under way are answered. Requests that are not answered after the server's `grace`, or when another signal comes, are cut off.
run_until = names handler server -> {
    listener = signals.listen names
    is_late = cell false
    serving = spawn run handler server
    ending = spawn {
        signals.next listener
        http.stop server
        match try (task.timeout (http.grace server) (() -> signals.next listener)) {
            Err (Cancelled e) -> error (Cancelled e)
            _ -> ()
        }
        cell.set true is_late
        task.cancel serving
    }
    result = try (await serving)
    task.cancel ending
    signals.close listener
    match result {
        Err (Cancelled _) | cell.get is_late -> ()
        Err e -> error e
        Ok _ -> ()
    }
}

## Sends a request with a body in pieces, as they come: `http.upload lines { url: url, method: "POST" }`, where `lines` is a fiber that yields Strings or Bytes, or a channel that other tasks fill. An open file is sent as it is, and so is whatever else `bytes.pieces` takes. The method is PUT unless options name one; the answer is like that of `http.open`.
upload = pieces options -> {
    upload = http.begin options
    body = http.upload_body upload
    sent = try {
        for piece in bytes.pieces pieces {
            if not (_is_read? (() -> fs.put piece body)) { break }
        }
        _is_read? (() -> fs.flush body)
    }
    match sent {
        Err e -> {
            fs.close body
            error e
        }
        Ok _ -> ()
    }
    http.finish upload
}

# False if the server has answered before it had the whole body, and reads no more.
_is_read? = act -> match try (act ()) {
    Ok _ -> true
    Err (IoError { code: "EPIPE" }) -> false
    Err e -> error e
}

## A response of text, with status 200.
# http.text "hello" => { status: 200, headers: ["content-type": "text/plain; charset=utf-8"], body: "hello" }
text = body -> _typed "text/plain; charset=utf-8" body

## A response of HTML.
# (http.html "<p>").headers => ["content-type": "text/html; charset=utf-8"]
html = body -> _typed "text/html; charset=utf-8" body

## A response with a status, like 404, and this number as its text.
# (http.status 404).status => 404
status = code -> { status: code, headers: ["content-type": "text/plain; charset=utf-8"], body: "{code}\n" }

## A response that sends the client elsewhere.
# (http.redirect "/new").headers => ["location": "/new"]
redirect = location -> { status: 303, headers: ["location": location], body: "" }

_typed = type body -> { status: 200, headers: ["content-type": type], body: body }

_sweep = server -> loop {
    sleep 1
    http.sweep server
}

_attend = handler connection -> {
    loop {
        match http.next connection {
            Some request -> {
                _reply handler request connection
                _finish request
            }
            None -> break
        }
    }
}

# A request is over when the tasks that its handler has spawned are: their errors belong to it, and to no later one.
_finish = request -> match try (task.room? 1) {
    Ok _ -> ()
    Err (Cancelled e) -> error (Cancelled e)
    Err e -> {
        _tell request e
        _finish request
    }
}

_reply = handler request connection -> match try (handler request) {
    Ok response -> _send response request connection
    Err (Cancelled e) -> {
        # A task that the handler awaited may have been cancelled, so this still sends an answer.
        _fail (Cancelled e) request connection
        error (Cancelled e)
    }
    Err e -> _fail e request connection
}

_send = response request connection -> match response {
    { status: 101, headers, upgrade } -> _switch upgrade headers request connection
    _ -> _answer response request connection
}

# If the client has gone, that is no error of the handler; `http.next` then gives None.
_answer = response request connection -> match try (http.answer response connection) {
    Ok None -> ()
    Ok (Some pieces) -> _stream pieces request connection
    Err (Cancelled e) -> error (Cancelled e)
    Err (Closed _) -> ()
    Err (IoError _) -> ()
    Err e -> _fail e request connection
}

# Changes to another protocol. The connection ends with it.
_switch = upgrade headers request connection -> match try (http.switch headers connection) {
    Ok true -> {
        result = try (upgrade connection)
        http.close connection
        match result {
            Ok _ -> ()
            Err (Cancelled e) -> error (Cancelled e)
            Err e -> _tell request e
        }
    }
    Ok false -> _answer (status 426) request connection
    Err (Cancelled e) -> error (Cancelled e)
    Err (Closed _) -> ()
    Err (IoError _) -> ()
    Err e -> _fail e request connection
}

# In one piece, as other requests may fail at the same time.
_tell = request e -> eprint "http: {request.method} {request.path} failed:\n{task.report_text e}"

# If this answer fails, its error is raised, not answered again: that could go on for ever.
_fail = e request connection -> {
    _tell request e
    match try (http.answer { status: 500, body: "internal server error\n" } connection) {
        Ok _ -> ()
        Err (Closed _) -> ()
        Err (IoError _) -> ()
        Err e -> error e
    }
}

# If the body breaks off, the connection is closed, as the body must not look complete.
_stream = pieces request connection -> match try (_send_all pieces connection) {
    Ok true -> ()
    Ok false -> _abandon connection
    Err e -> {
        _abandon connection
        if e is Cancelled _ { error e }
        _tell request e
    }
}

# Nothing takes what tasks of the handler still have to send.
_abandon = connection -> {
    http.close connection
    task.cancel_spawned ()
}

# False: the client has left. An error of the pieces is none of the client's, even if it looks like one.
_send_all = pieces connection -> {
    for piece in bytes.pieces pieces {
        if not (_reaches? (() -> http.send piece connection)) { return false }
    }
    _reaches? (() -> http.end connection)
}

_reaches? = act -> match try (act ()) {
    Ok _ -> true
    Err (Closed _) -> false
    Err (IoError _) -> false
    Err e -> error e
}
