# The functions of module websocket that take functions, and the handshakes (RFC 6455, 4).

## Connects to a URL like "ws://127.0.0.1:8080/chat", or "wss://…" over TLS, and gives a websocket for `websocket.send`, `websocket.receive` and `websocket.close`. An IoError if there is no answer, with the code "EPROTO" if the server answers but speaks no websocket there.
connect = url -> connect_with {:} url

## Like websocket.connect, with a record of options: `headers`, a dict; `protocols`, a list of names, the best first, of which the server chooses (`websocket.protocol`); `max_message`, in bytes (16 MiB); `timeout`, in seconds, to connect (30); `grace`, in seconds, for the other side to answer a close (5); and for wss `ca`, `certificate`, `key` and `verify`, as for `tls.client`.
connect_with = options url -> {
    wanted = websocket.settings options
    target = _target url
    match try (task.timeout wanted.timeout (() -> _shake_hands options wanted target)) {
        Ok ws -> ws
        Err (Timeout _) -> error (Timeout { message: "{url}: no websocket within {wanted.timeout} s" })
        Err e -> error e
    }
}

## The response to a request that asks for a websocket: `handler ws` is called in the connection's task once the client has been told, and the connection ends with it. A client that asks for anything else is refused, and so is a browser that shows another site's page (403). When handler ends, the websocket is closed. After an error, which is written to standard error, the code is 1011. When the server stops, the code is 1001, and handler has the server's `grace` to end.
# (websocket.accept { method: "GET", path: "/", query: "", headers: [:], body: b"" } (ws -> ())).status => 426
accept = request handler -> accept_with {:} request handler

## Like websocket.accept, with a record of options: `protocols`, those that the server speaks, the best first; `origins`, a list of sites like "https://example.org" with pages that may connect, instead of those of the same host, or `["*"]` for all; `headers` of the response; `max_message` and `grace`, as for `websocket.connect_with`.
accept_with = options request handler -> {
    wanted = websocket.settings options
    match _refusal wanted request {
        Some refusal -> refusal
        None -> {
            protocol = _choose wanted.protocols (_tokens "sec-websocket-protocol" request.headers)
            headers = merge wanted.headers ["Upgrade": "websocket"]
            headers["Sec-WebSocket-Accept"] = _accept_key request.headers["sec-websocket-key"]
            if protocol != "" { headers["Sec-WebSocket-Protocol"] = protocol }
            { status: 101, headers, upgrade: _attend handler options protocol }
        }
    }
}

## The messages that come until the other side closes, one by one, for a `for` loop.
messages = ws -> fiber {
    loop {
        match websocket.receive ws {
            Some message -> yield message
            None -> break
        }
    }
}

## Closes, after what is being sent: tells the other side, waits for its answer for `grace` seconds at most, and ends the connection. What it sends meanwhile goes to tasks that receive, or is lost. No error if it is closed already.
close = ws -> close_with 1000 "" ws

## Like websocket.close, with a code and a reason. The code is 1000 to 1003, 1007 to 1014, or one of your own from 3000 to 4999. The reason has at most 123 bytes.
close_with = code reason ws -> {
    websocket.begin_close code reason ws
    result = try (task.timeout (websocket.grace ws) (() -> {
        websocket.await_end ws
        websocket.flush ws
    }))
    websocket.drop ws
    match result {
        Ok _ -> ()
        Err (Timeout _) -> ()
        Err (Closed _) -> ()
        Err (IoError _) -> ()
        Err e -> error e
    }
}

# ---- The server's side

_attend = handler options protocol connection -> {
    ws = websocket.over options protocol connection
    match try (handler ws) {
        Ok _ -> close ws
        Err (Cancelled e) -> {
            websocket.drop ws
            error (Cancelled e)
        }
        Err e -> {
            close_with 1011 "" ws
            if not (_is_of_peer? ws e) { error e }
        }
    }
}

# Whether the peer has caused the error: it has gone, or has broken a rule. Such errors are not the handler's.
_is_of_peer? = ws e -> match e {
    IoError { path } -> path == websocket.peer ws
    Closed _ -> true
    _ -> false
}

_refusal = wanted request -> {
    headers = request.headers
    if request.method != "GET" { return Some (http.status 405) }
    if not (_goes_over? headers) { return Some (_upgrade_required ["Upgrade": "websocket"]) }
    if get_or "sec-websocket-version" "" headers != "13" {
        return Some (_upgrade_required ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
    }
    if not (_is_key? (get_or "sec-websocket-key" "" headers)) { return Some (http.status 400) }
    if _may_come? wanted.origins request { None } else { Some (http.status 403) }
}

_upgrade_required = headers -> { status: 426, headers, body: "this is for websockets\n" }

_is_key? = text -> match try (base64.decode text) {
    Ok key -> len key == 16
    Err (ValueError _) -> false
    Err e -> error e
}

# Browsers name the site of the page that connects, and send their cookies along for any page. Other clients send no origin.
_may_come? = origins request -> match get "origin" request.headers {
    None -> true
    Some origin -> match origins {
        Some allowed -> contains "*" allowed or contains origin allowed
        None -> _is_own? (string.lower origin) request
    }
}

# A page that came without TLS may have been altered on its way, so it is another site. A page that came with TLS is none: a proxy may stand in front of this server and speak TLS in its place.
_is_own? = origin request -> {
    host = string.lower (get_or "host" "" request.headers)
    is_secure = match request {
        { scheme: "https" } -> true
        _ -> false
    }
    match string.split_once "://" origin {
        Some ("https", site) -> string.remove_suffix ":443" site == string.remove_suffix ":443" host
        Some ("http", site) -> not is_secure and string.remove_suffix ":80" site == string.remove_suffix ":80" host
        _ -> false
    }
}

# Client and server ask for and confirm the websocket with the same two headers.
_goes_over? = headers -> {
    contains "websocket" (_tokens_lower "upgrade" headers) and contains "upgrade" (_tokens_lower "connection" headers)
}

_tokens = name headers -> split "," (get_or name "" headers) |> map string.trim |> filter (token -> token != "")
_tokens_lower = name headers -> _tokens name headers |> map string.lower

_choose = ours theirs -> match find (name -> contains name theirs) ours {
    Some name -> name
    None -> ""
}

_accept_key = key -> hash.sha1 "{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11" |> hex.decode |> base64.encode

# ---- The client's side

_or = otherwise maybe -> if maybe is Some value { value } else { otherwise }

_target = text -> {
    parts = url.parse text
    host = _or "" parts.host
    scheme = string.lower (_or "" parts.scheme)
    is_secure = scheme == "wss"
    fits = (is_secure or scheme == "ws") and host != "" and parts.user == None and parts.fragment == None
    if not fits or any (c -> c <= " " or c == "\u{7f}") text {
        error (ValueError { message: "websocket.connect: url must be one like \"ws://example.org/chat\", encoded" })
    }
    port = _or (if is_secure { 443 } else { 80 }) parts.port
    query = if parts.query is Some query { "?{query}" } else { "" }
    {
        url: text,
        is_secure,
        address: "{host}:{port}",
        authority: if parts.port == None { host } else { "{host}:{port}" },
        path: _beyond_ascii_encoded "{if parts.path == "" { "/" } else { parts.path }}{query}",
    }
}

_beyond_ascii_encoded = text -> string.map (c -> if c <= "~" { c } else { url.encode c }) text

_shake_hands = options wanted target -> {
    is_secure = target.is_secure
    socket = if is_secure { tls.connect_with (_tls_options options) target.address } else { net.connect target.address }
    result = try {
        key = base64.encode (websocket.new_key ())
        net.write (_request wanted target key) socket
        protocol = _check_answer wanted target key (_read_answer target socket)
        websocket.over options protocol socket
    }
    match result {
        Ok ws -> ws
        Err e -> {
            net.close socket
            error e
        }
    }
}

_tls_options = options -> {
    out = { alpn: ["http/1.1"], }
    if options is ({ ca }) { out = { ..out, ca } }
    if options is ({ certificate }) { out = { ..out, certificate } }
    if options is ({ key }) { out = { ..out, key } }
    if options is ({ verify }) { out = { ..out, verify } }
    out
}

_request = wanted target key -> {
    lines = [
        "GET {target.path} HTTP/1.1", "Host: {target.authority}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"
    ]
    if not (empty? wanted.protocols) { lines |>= push "Sec-WebSocket-Protocol: {join ", " wanted.protocols}" }
    "{join "\r\n" lines}\r\n{wanted.lines}\r\n"
}

_read_answer = target socket -> {
    lines = []
    size = 0
    loop {
        match _line_of_answer target socket {
            None -> _fail target "ECONNRESET" "the stream ended before there was an answer"
            Some "" -> break lines
            Some line -> {
                size += len line
                if size > 65536 { _refuse target "the head of the answer is larger than 64 KiB" }
                lines |>= push line
            }
        }
    }
}

# A line that is not UTF-8 cannot be a header of a websocket's answer.
_line_of_answer = target socket -> match try (net.read_line socket) {
    Ok line -> line
    Err (ValueError _) -> _refuse target "the answer is not text"
    Err e -> error e
}

_fail = target code why -> error (IoError { message: "{target.url}: {why}", code, path: target.address })
_refuse = target why -> _fail target "EPROTO" why

_check_answer = wanted target key lines -> {
    status = if empty? lines { "" } else { lines[0] }
    if not (status == "HTTP/1.1 101" or string.starts_with? "HTTP/1.1 101 " status) { _refuse target "the answer is {show status}" }
    headers = _read_headers target (drop 1 lines)
    if not (_goes_over? headers) { _refuse target "the answer goes over to another protocol" }
    if get "sec-websocket-accept" headers != Some (_accept_key key) { _refuse target "the answer is to another key" }
    if contains "sec-websocket-extensions" headers { _refuse target "the answer has extensions that were not offered" }
    protocol = get_or "sec-websocket-protocol" "" headers
    is_ours = protocol == "" or contains protocol wanted.protocols
    if not is_ours { _refuse target "the answer has a protocol that was not offered" }
    protocol
}

_read_headers = target lines -> {
    headers = [:]
    for line in lines {
        match string.split_once ":" line {
            None -> _refuse target "a header has no colon"
            Some (name, text) -> {
                lower = string.lower name
                value = string.trim text
                headers[lower] = match get lower headers {
                    Some before -> "{before}, {value}"
                    None -> value
                }
            }
        }
    }
    headers
}
