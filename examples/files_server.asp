# Serves the files of a folder: aspen run examples/files_server.asp FOLDER PORT
# Large files go out in pieces, so that a download holds 64 KiB and not the whole file.

types = [".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json",
         ".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8"]

pieces = file -> fiber {
    loop {
        piece = fs.read_chunk 65536 file
        if empty? piece { break }
        yield piece
    }
    fs.close file
}

page = folder name -> {
    names = fs.list folder |> sort |> map (n -> "<li><a href=\"{path.join name n}\">{n}</a>")
    http.html "<!doctype html><title>{name}</title><ul>{join "" names}</ul>\n"
}

# The path that a client asks for stays below the folder.
handle = root request -> {
    name = path.normalize "/{url.decode request.path}"
    file = "{root}{name}"
    if request.method != "GET" and request.method != "HEAD" { return http.status 405 }
    match try (fs.stat file) {
        Err _ -> http.status 404
        Ok info -> if info.kind == Directory { page file name } else {
            type = get_or (path.ext file) "application/octet-stream" types
            { headers: ["Content-Type": type], body: pieces (fs.open "read" file) }
        }
    }
}

[root, port] = args
http.serve_until ["TERM", "INT"] (handle root) "127.0.0.1:{port}"
