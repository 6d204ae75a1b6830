f = r -> match r {
    { kind: "circle", radius } -> "circle {radius}"
    { kind: "rect", w, h }     -> "rect {w}x{h}"
    { kind }                   -> "unknown {kind}"
    _                          -> "no shape"
}
print (f { kind: "circle", radius: 2 })
# expect: circle 2
print (f { h: 3, w: 4, kind: "rect", extra: true })
# expect: rect 4x3
print (f { kind: "blob" })
# expect: unknown blob
print (f { radius: 2 })
# expect: no shape
print (f ["kind": "circle"])
# expect: no shape
