# ndjson events: parse line by line, sessionize by user with time gaps
lines = fiber {
    for i in 0..12 {
        yield json.show { user: ["ann", "bob"][i % 2], at: time.show (1700000000 + i * i * 60), n: i } + "\n"
    }
}
sessions = [:]
for e in json.values lines {
    t = time.parse e["at"]
    user = e["user"]
    mine = get_or user [] sessions
    if empty? mine or t - mine[-1].last > 1200 {
        mine |>= push { start: t, last: t, events: 1 }
    } else {
        mine[-1].last = t
        mine[-1].events += 1
    }
    sessions[user] = mine
}
for user, list in sessions {
    for s in list { print "{user} {time.format "%H:%M:%S" s.start} +{int (s.last - s.start) // 60}min {s.events}" }
}
# expect: ann 22:13:20 +36min 4
# expect: ann 23:17:20 +0min 1
# expect: ann 23:53:20 +0min 1
# expect: bob 22:14:20 +24min 3
# expect: bob 23:02:20 +0min 1
# expect: bob 23:34:20 +0min 1
# expect: bob 00:14:20 +0min 1
