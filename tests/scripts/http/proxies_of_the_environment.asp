# The variables for proxies have names in small letters, which count first, and in capitals.
server = http.listen "127.0.0.1:0"
running = spawn http.run (r -> "by proxy: {r.path}") server
here = "http://{net.address (http.listener server)}"
names = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "REQUEST_METHOD"]
ask = variables -> {
    each env.unset names
    for name, value in variables { env.set name value }
    match try (http.get "http://example.invalid/a") {
        Ok answer -> print (string.from_bytes answer.body)
        Err (IoError { code }) -> print code
    }
}
ask ["http_proxy": here]
ask ["HTTP_PROXY": here]
ask ["ALL_PROXY": here]
ask ["all_proxy": here, "NO_PROXY": "example.org,.invalid"]
ask ["http_proxy": here, "HTTP_PROXY": "http://127.0.0.1:1"]
ask ["HTTP_PROXY": here, "REQUEST_METHOD": "GET"]    # a CGI program: the variable is a header
# expect: by proxy: /a
# expect: by proxy: /a
# expect: by proxy: /a
# expect: EAI_NONAME
# expect: by proxy: /a
# expect: EAI_NONAME

# No proxy is used for this machine.
each env.unset names
env.set "http_proxy" "http://127.0.0.1:1"
print (string.from_bytes (http.get here).body)
env.unset "http_proxy"
http.stop server
# expect: by proxy: /
