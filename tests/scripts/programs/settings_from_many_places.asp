# config merge: defaults, json file, environment, args; nested
defaults = ["host": "localhost", "port": 80, "db": ["name": "dev", "pool": 5]]
deep_merge = a b -> dict.merge_with (x y -> if x is (_: Dict) and y is (_: Dict) { deep_merge x y } else { y }) a b
file = fs.temp ()
fs.write file r"""{"port": 8080, "db": {"name": "prod"}, "debug": false}"""
config = deep_merge defaults (json.parse (fs.read file))
env.set "APP_HOST" "example.org"
for k, v in env.all () {
    if string.starts_with? "APP_" k { config[string.lower (string.remove_prefix "APP_" k)] = v }
}
print (json.show config)
path_get = path config -> fold (Some config) (acc k -> match acc { Some d -> if d is (_: Dict) { get k d } else { None }, None -> None }) (split "." path)
print (path_get "db.name" config, path_get "db.zzz" config, path_get "host.x" config)
flat = prefix d -> d |> entries |> flat_map ((k, v) -> if v is (_: Dict) { flat "{prefix}{k}." v } else { [("{prefix}{k}", v)] })
for k, v in flat "" config |> sort { print "{k}={v}" }
fs.remove file
print (json.parse "[1, 2.0, -0, 1E3, \"\\u00e9\\ud83d\\ude00\"]")
print (map (t -> (try json.parse t) is Err (ValueError _)) ["[1,]", "\{a: 1}", "01", "nul", "\"\t\"", "[1] x", ""])
print (json.show { name: "x", none: None, list: [(1, 2)], set: ["k": 1.5] })
# expect: {"host":"example.org","port":8080,"db":{"name":"prod","pool":5},"debug":false}
# expect: (Some "prod", None, None)
# expect: db.name=prod
# expect: db.pool=5
# expect: debug=false
# expect: host=example.org
# expect: port=8080
# expect: [1, 2.0, -0.0, 1000.0, "é😀"]
# expect: [true, true, true, true, true, true, true]
# expect: {"name":"x","none":null,"list":[[1,2]],"set":{"k":1.5}}
