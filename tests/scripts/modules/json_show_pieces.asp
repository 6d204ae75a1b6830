# Text written in pieces is the same as text written at once, and reads back.
xs = [1, "a\nb", [None, ["k": 2.5]], { ok: true, }]
print (join "" (json.show_array xs) == json.show xs, join "" (json.show_array []))
# expect: (true, "[]")
print (list (json.show_lines xs))
# expect: ["1\n", "\"a\\nb\"\n", "[null,\{\"k\":2.5}]\n", "\{\"ok\":true}\n"]
print (list (json.values (json.show_lines xs)) == json.parse (json.show xs))
# expect: true
print (list (json.elements (json.show_array xs)) == json.parse (json.show xs))
# expect: true
print (take 2 (json.show_lines (fiber { n = 0; loop { yield n; n += 1 } })))
# expect: ["0\n", "1\n"]

# As the body of a response.
handler = request -> match request.path {
    "/lines" -> { headers: ["content-type": "application/x-ndjson"], body: json.show_lines (0..1000) }
    "/array" -> { body: json.show_array (0..1000) }
}
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
base = "http://{net.address (http.listener server)}"
print (sum (json.values (http.get (base + "/lines")).body), sum (json.elements (http.get (base + "/array")).body))
# expect: (499500, 499500)
http.stop server
await running
