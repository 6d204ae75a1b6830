# The proxy depends on the scheme of each url, in upper or lower case, also of one that a redirect leads to.
lines = channel 8
proxy = name answer -> {
    listener = net.listen "127.0.0.1:0"
    serving = spawn {
        loop {
            Some socket = net.accept listener
            Some first = net.read_line socket
            loop { match net.read_line socket { Some "" -> break, None -> break, Some _ -> () } }
            send lines "{name}: {first}"
            try (net.write answer socket)
            net.close socket
        }
    }
    task.detach serving
    "http://{net.address listener}"
}
plain = proxy "plain" "HTTP/1.1 302 Found\r\nlocation: HTTPS://second.invalid/\r\ncontent-length: 0\r\n\r\n"
secret = proxy "secret" "HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n"
env.set "http_proxy" plain
env.set "https_proxy" secret
env.set "no_proxy" ""
asks = url -> match try (http.get url) { Err (IoError _) -> "an IoError", other -> "{other}" }

print (asks "HTTPS://first.invalid/")
print (recv lines)
# expect: an IoError
# expect: Some "secret: CONNECT first.invalid:443 HTTP/1.1"
print (asks "http://first.invalid/")
print (recv lines)
print (recv lines)
# expect: an IoError
# expect: Some "plain: GET http://first.invalid/ HTTP/1.1"
# expect: Some "secret: CONNECT second.invalid:443 HTTP/1.1"
