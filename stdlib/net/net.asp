# The functions of module net that take functions or that are made of its natives.

## Connects to an address like "example.org:80", "[::1]:80" or "unix:/path", and gives a socket. Of several addresses that a name stands for, the first that answers.
connect = address -> {
    failure = None
    for candidate in net.lookup address {
        match try (_connect_to candidate) {
            Ok socket -> return socket
            Err (IoError e) -> failure = Some (IoError e)
            Err e -> error e
        }
    }
    match failure {
        Some e -> error e
        None -> error (IoError { message: "{address}: there is no such address", code: "EAI_NODATA", path: address })
    }
}

# The system does not tell when the queue of a Unix socket has room again.
_connect_to = address -> loop {
    match try (net.connect_to address) {
        Ok socket -> return socket
        Err (IoError { code: "EAGAIN" }) | string.starts_with? "unix:" address -> sleep 0.01
        Err e -> error e
    }
}

## The lines that come from a socket, one by one as they come, for a `for` loop.
lines = socket -> fiber {
    loop {
        match net.read_line socket {
            Some line -> yield line
            None -> break
        }
    }
}

## Calls `f socket` for each connection to a listener, in a task of its own, and closes the socket when that has ended. Ends when the listener is closed. An error in f ends its own connection only. It is reported on standard error, unless the other side has broken off the connection.
serve = f listener -> {
    is_full = false
    loop {
        match try (net.accept listener) {
            Ok (Some socket) -> {
                is_full = false
                spawn _attend f socket
            }
            Ok None -> break
            Err (IoError e) -> {
                _bear_up is_full e
                is_full = true
            }
            Err (MemoryLimit e) -> {
                _bear_up is_full { code: "ENOMEM", message: e.message }
                is_full = true
            }
            Err e -> error e
        }
    }
}

_attend = f socket -> {
    match try (f socket) {
        Ok _ -> ()
        Err (Cancelled _) -> ()
        Err e -> if not (_has_left? (net.peer socket) e) { _tell e }
    }
    net.close socket
}

# Whether the peer has caused the error: it has broken the connection off, as a killed program does, or does not speak
# TLS. Such errors are not the server's.
_has_left? = peer e -> match e {
    IoError { code: code, path: path } -> peer == path and contains code ["ECONNRESET", "EPIPE", "ETIMEDOUT", "EPROTO", "ETRUNCATED", "ECERTIFICATE"]
    _ -> false
}

# In one piece, as other connections may fail at the same time.
_tell = e -> eprint "net.serve: a connection failed:\n{task.report_text e}"

# Waits after an error such as too many open files or too little memory, which passes when connections end.
_bear_up = was_full e -> {
    if not (contains e.code ["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]) { error (IoError e) }
    if not was_full { eprint "net.serve: {e.message}; new connections wait until others end" }
    sleep 0.05
}
