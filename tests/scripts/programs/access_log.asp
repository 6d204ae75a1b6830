# log parsing with regex
log_text = """
    127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326
    10.0.0.7 - bob [11/Oct/2000:00:00:01 +0000] "POST /login HTTP/1.1" 302 -
    garbage line
    127.0.0.1 - - [11/Oct/2000:00:10:01 +0000] "GET /index.html?q=1 HTTP/1.1" 404 12
    """
pattern = regex.compile r"""^(?P<ip>\S+) \S+ (\S+) \[([^\]]+)\] "(\w+) (\S+) [^"]*" (\d{3}) (\d+|-)$"""
hits = [:]
bytes_sent = 0
for n, line in enumerate (string.lines log_text) {
    match regex.find pattern line {
        Some m -> {
            [ip, user, when, method, page, status, size] = m.groups
            hits |>= dict.update_or m.names["ip"] 0 (c -> c + 1)
            if size != "-" { bytes_sent += int size }
            t = time.parse_with "%d/%b/%Y:%H:%M:%S %z" when
            print "{time.format "%F %T" t} {status} {method:<5}{page} {user}"
        }
        None -> print "line {n + 1} skipped: {line}"
    }
}
print hits
print bytes_sent
# expect: 2000-10-10 20:55:36 200 GET  /apache_pb.gif -
# expect: 2000-10-11 00:00:01 302 POST /login bob
# expect: line 3 skipped: garbage line
# expect: 2000-10-11 00:10:01 404 GET  /index.html?q=1 -
# expect: ["127.0.0.1": 2, "10.0.0.7": 1]
# expect: 2338
