# Finds the broken links of a site: aspen run examples/link_checker.asp URL. Requests are reads, so `map` has
# as many in flight as there are links, without any annotation. Without an argument it checks a small site of
# its own.

link = regex.compile "href=\"([^\"#]+)"

links_in = base page -> regex.find_all link (string.from_bytes page.body) |> map (found -> url.join base found.groups[0]) |> unique

look = address -> match try (http.get_with { timeout: 10 } address) {
    Ok page -> page
    Err (IoError e) -> { status: e.code, body: b"" }
    Err _ -> { status: "Timeout", body: b"" }
}

# Goes through the site level by level until nothing new is found. Only the site's own pages are followed.
check = start -> {
    seen = [start: ""]
    level = [start]
    broken = []
    while not (empty? level) {
        pages = map look level
        next = []
        for (address, page) in zip level pages {
            if page.status != 200 { broken |>= push "{page.status} {address}, in {seen[address]}" }
            if page.status == 200 and string.starts_with? start address {
                for found in links_in address page {
                    if not (contains found seen) {
                        seen[found] = address
                        next |>= push found
                    }
                }
            }
        }
        level = next
    }
    (len seen, broken)
}

site = [
    "/": "<a href=\"a.html\">a</a> <a href=\"/sub/b.html\">b</a> <a href=\"http://127.0.0.1:1/\">elsewhere</a>",
    "/a.html": "<a href=\"/\">home</a> <a href=\"missing.html\">gone</a>",
    "/sub/b.html": "<a href=\"../a.html\">a</a> <a href=\"c.html#part\">c</a>",
    "/sub/c.html": "nothing",
]

report = start -> {
    (count, broken) = check start
    print "{count} links, {len broken} broken"
    for line in broken { print (string.replace start "/" line) }
}

if empty? args {
    serve = request -> match get request.path site { Some text -> http.html text; None -> http.status 404 }
    server = http.listen "127.0.0.1:0"
    running = spawn http.run serve server
    report "http://{net.address (http.listener server)}/"
    # expect: 6 links, 2 broken
    # expect: ECONNREFUSED http://127.0.0.1:1/, in /
    # expect: 404 /missing.html, in /a.html
    http.stop server
} else {
    report args[0]
}
