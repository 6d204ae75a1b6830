# A web server over TLS: aspen run examples/https_server.asp CERTIFICATE KEY PORT, the first two files in PEM.
# Without arguments it uses the certificate in examples/lib, talks to itself in two ways, and ends.
use "./lib/certificate" as own

handle = request -> http.text "only you can read {request.path}\n"

# A client that trusts this one certificate only.
ask = address -> {
    reply = http.get_with { ca: own.certificate } "https://{address}/this"
    write (string.from_bytes reply.body)

    # Likewise over a socket, for a protocol other than HTTP.
    socket = tls.connect_with { ca: own.certificate, name: "localhost" } address
    facts = tls.info socket
    Some shown = facts.certificate
    print "{facts.version}, with {shown.subject}, until {(time.utc shown.expires).year}"
    net.write "GET /that HTTP/1.0\r\n\r\n" socket
    Some (_, body) = net.read_all socket |> string.from_bytes |> string.split_once "\r\n\r\n"
    write body
    net.close socket

    # A client that trusts the system's authorities does not trust this server.
    match try (http.get "https://{address}/") {
        Err (IoError e) -> print e.code
        Ok reply -> print reply.status
    }
}

match args {
    [certificate, key, port] -> http.serve_until ["TERM", "INT"] handle (tls.listen { certificate, key } ":{port}")
    _ -> {
        server = http.listen (tls.listen { certificate: own.certificate, key: own.key } "127.0.0.1:0")
        running = spawn http.run handle server
        ask (net.address (http.listener server))
        http.stop server
        await running
    }
}
# expect: only you can read /this
# expect: TLSv1.3, with CN=localhost, until 2125
# expect: only you can read /that
# expect: ECERTIFICATE
