# The smallest web server: aspen run examples/http_hello.asp PORT
# Each connection is a task of its own, on all cores. After Ctrl-C and SIGTERM, pending answers still go out.
port = if empty? args { "8080" } else { args[0] }
http.serve_until ["TERM", "INT"] (_ -> "hello world") "127.0.0.1:{port}"
