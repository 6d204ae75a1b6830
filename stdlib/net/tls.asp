# The functions of module tls that are made of its natives and of module net.

## Connects to an address like "example.org:443", and verifies the host: its certificate must be for the name in the address, and from an authority that the system trusts. The result is a socket for `net.read`, `net.write`, `net.lines`, `net.close` and the others. An IoError has the code "ECERTIFICATE" if the certificate is refused. The code is "EPROTO" if the other side does not speak TLS or breaks its rules, and "ETRUNCATED" if the stream ends without the closing message of TLS.
connect = address -> connect_with {:} address

## Like tls.connect, with the options of `tls.client`.
connect_with = options address -> {
    socket = net.connect address
    result = try {
        secured = tls.client (_with_name options address) socket
        socket = secured
        tls.handshake secured
    }
    match result {
        Ok _ -> socket
        Err e -> {
            net.close socket
            error e
        }
    }
}

## Begins to accept connections, as `net.listen`; their sockets speak TLS. For `net.serve`, `net.accept`, `http.serve`. Options are those of `tls.server`, like `{ certificate: "server.pem", key: "key.pem" }`. The handshake is up to the task that reads or writes first.
listen = options address -> {
    listener = net.listen address
    match try (tls.server options listener) {
        Ok secured -> secured
        Err e -> {
            net.close listener
            error e
        }
    }
}

_with_name = options address -> match options {
    { name } -> options
    _ -> { ..options, name: _host address }
}

# The host of an address, without brackets and port.
_host = address -> match string.last_index_of ":" address {
    Some colon | not (string.starts_with? "unix:" address) -> {
        host = address[0..colon]
        if host == "" { "localhost" } else { string.trim_chars "[]" host }
    }
    _ -> ""
}
