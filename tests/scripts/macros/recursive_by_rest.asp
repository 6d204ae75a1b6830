syntax 'switch value 'otherwise body { body }
syntax 'switch value 'case key body ..more { if value == key { body } else { switch value more } }
f = code -> {
    (switch code
        case 200 { "fine" }
        case 404 { "missing" }
        otherwise { "unknown" })
}
print (map f [200, 404, 1])
# expect: ["fine", "missing", "unknown"]
