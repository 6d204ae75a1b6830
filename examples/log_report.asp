# Reads a web server's log and reports hours, paths, slow requests and errors, as text, JSON and CSV.

sample = """
    2024-03-01T10:15:02Z INFO GET /index.html 200 12ms
    2024-03-01T10:15:07Z INFO GET /style.css 200 3ms
    2024-03-01T10:16:44Z WARN GET /slow?id=5 200 1543ms
    2024-03-01T11:01:10Z ERROR POST /api/orders 500 88ms \{"user": 7, "reason": "no stock"}
    2024-03-01T11:02:11Z ERROR POST /api/orders 503 90ms \{"user": 9, "reason": "database"}
    what is this?
    2024-03-01T11:05:00Z INFO GET /index.html 304 1ms
    2024-03-01T12:30:59Z ERROR GET /api/orders 500 81ms \{"user": 7, "reason": "no stock"}
    """

line_form = regex.compile r"^(\S+) ([A-Z]+) ([A-Z]+) (\S+) (\d+) (\d+)ms(?: (\{.*\}))?$"

parse_line = line -> match regex.find line_form line {
    None -> Err line
    Some { groups: [when, level, method, path, status, ms, extra] } -> Ok {
        time: time.parse when,
        level, method, path,
        status: int status,
        ms: int ms,
        extra: if extra is (text: String) { json.parse text } else { [:] },
    }
}

read_log = text -> {
    good, bad = text |> string.lines |> map parse_line |> partition (r -> r is Ok _)
    (good |> map (Ok x -> x), bad |> map (Err x -> x))
}

percentile = p xs -> {
    sorted = sort xs
    sorted[min [len sorted - 1, p * len sorted // 100]]
}

summary = requests -> {
    times = requests |> map (r -> r.ms)
    {
        count: len requests,
        mean: math.mean times,
        p95: percentile 95 times,
        errors: requests |> count (r -> r.status >= 500),
    }
}

hour = r -> time.format "%H:00" r.time
bare_path = r -> (split "?" r.path)[0]

table = title key requests -> {
    print "{title:<14}{"count":>6}{"mean":>9}{"p95":>7}{"errors":>8}"
    groups = requests |> group_by key |> dict.map_values summary
    for name, s in groups |> dict.sort_by (pair -> -pair.1.count) {
        print "{name:<14}{s.count:>6}{s.mean:>9.1f}{s.p95:>7}{s.errors:>8}"
    }
    print ""
}

text = if args is [file] { fs.read file } else { sample }
requests, bad = read_log text
table "hour" hour requests
table "path" bare_path requests
print "unreadable: {bad}"

slowest = requests |> max_by (r -> r.ms)
print "slowest: {slowest.path} ({slowest.ms} ms) at {time.format "%d %b %Y %T" slowest.time}"
first_time = (first requests).time
last_time = (last requests).time
print "log spans {(last_time - first_time) / 3600:.2f} hours"

reasons = requests
    |> filter (r -> not empty? r.extra)
    |> map (r -> r.extra["reason"])
    |> list.frequencies
print (json.pretty reasons)

rows = requests |> group_by bare_path |> entries |> map ((path, rs) -> [path, len rs, sum_by (r -> r.ms) rs])
write (csv.show ([["path", "count", "total ms"]] + rows))
for row in csv.parse_with ({ header: true }) (csv.show ([["path", "count"]] + map (take 2) rows)) {
    print "{row["path"]} -> {int row["count"]}"
}
# expect: hour           count     mean    p95  errors
# expect: 10:00              3    519.3   1543       0
# expect: 11:00              3     59.7     90       2
# expect: 12:00              1     81.0     81       1
# expect:
# expect: path           count     mean    p95  errors
# expect: /api/orders        3     86.3     90       3
# expect: /index.html        2      6.5     12       0
# expect: /style.css         1      3.0      3       0
# expect: /slow              1   1543.0   1543       0
# expect:
# expect: unreadable: ["what is this?"]
# expect: slowest: /slow?id=5 (1543 ms) at 01 Mar 2024 10:16:44
# expect: log spans 2.27 hours
# expect: {
# expect:   "no stock": 2,
# expect:   "database": 1
# expect: }
# expect: path,count,total ms
# expect: /index.html,2,13
# expect: /style.css,1,3
# expect: /slow,1,1543
# expect: /api/orders,3,259
# expect: /index.html -> 2
# expect: /style.css -> 1
# expect: /slow -> 1
# expect: /api/orders -> 3
