# A redirect by 303 is followed with GET, and so is a POST by 301 or 302. All others keep method and body.
server = http.listen "127.0.0.1:0"
handler = r -> match r.path {
    "/end" -> "{r.method} {string.from_bytes r.body}"
    other -> { status: int other[1..], headers: ["location": "/end"], body: "" }
}
running = spawn http.run handler server
base = "http://{net.address (http.listener server)}"
for method in ["POST", "PUT", "DELETE"] {
    for status in [301, 302, 303, 307, 308] {
        answer = http.request { url: "{base}/{status}", method: method, body: "x" }
        print "{method} {status}: {string.from_bytes answer.body}."
    }
}
print "{string.from_bytes (http.request { url: "{base}/303", method: "DELETE" }).body}."
print (http.request { url: "{base}/303", method: "HEAD" }).status
http.stop server
# expect: POST 301: GET .
# expect: POST 302: GET .
# expect: POST 303: GET .
# expect: POST 307: POST x.
# expect: POST 308: POST x.
# expect: PUT 301: PUT x.
# expect: PUT 302: PUT x.
# expect: PUT 303: GET .
# expect: PUT 307: PUT x.
# expect: PUT 308: PUT x.
# expect: DELETE 301: DELETE x.
# expect: DELETE 302: DELETE x.
# expect: DELETE 303: GET .
# expect: DELETE 307: DELETE x.
# expect: DELETE 308: DELETE x.
# expect: GET .
# expect: 200
