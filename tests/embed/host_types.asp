# Values: copied when shared and changed.
a = host.sprite 1.0 2.0
b = a
a = host.sprite.move 10.0 20.0 a
print a
print b
c = b
c.x = 5
print (b.x, c.x, { ..c, y: 7.0 }, c)
c.x += 0.5
print c.x
team = [a, b, c]
team[0].x = 0.0
print (map host.sprite.x team, a.x)
print (host.sprite.speed 2.0 a)
print (host.sprite.advance a)
print (a == host.sprite 11.0 22.0, a == b, a != b, b < a, sort [a, b] == [b, a])
places = [b: "b", a: "a"]
print (places[host.sprite 11.0 22.0], len places)
print (type_of a, [Some a], "{a}")
host.sprite.named "label" b |> host.sprite.label |> print
# The same object in two places: what changes it does not see the change.
twice = host.sprite 1.0 1.0
print (host.sprite.add twice twice)

# Shared objects: all see the same.
canvas = host.canvas 3 2
same = canvas
host.canvas.draw 1 canvas
host.canvas.draw 2 same
print (host.canvas.pixels canvas, host.canvas.width canvas)
host.canvas.set_width 9 canvas
print (host.canvas.width same, canvas == same, canvas == host.canvas 3 2)
print (["c": canvas], len [canvas: 1, same: 2])
host.blit b canvas
print (host.canvas.pixels same)
print (type_of canvas)

# As parameters and results of everything.
print (host.all_of (a, 1) [b, c] (Some a) ["k": b])
print (host.find "absent", host.find "a")
print (await (spawn host.sprite.move 1.0 1.0 b), b)
print (host.later a)
print (host.sprite.origin ())
print (host.apart 3)
for s in host.flock 3 { print s }

walk = s by on -> {
    for i in 0..3 {
        s = host.sprite.move by 0.0 (host.later s)
        host.canvas.draw i on
    }
    s
}
width_of = c -> host.canvas.width c

# Mistakes.
show_error = e -> match e {
    Err (TypeError { message }) -> print message
    Err { message } -> print message
    Err text -> print text
    other -> print other
}
show_error (try host.sprite.move 1.0 "far" a)
show_error (try host.sprite.move 1.0 2.0 5)
show_error (try host.sprite "a" 1.0)
show_error (try host.blit 1 canvas)
show_error (try host.blit a b)
show_error (try host.sum [a, 1])
show_error (try (a.z))
show_error (try { d = a; d.z = 1 })
show_error (try { d = a; d.x = "no" })
show_error (try { d = host.named (); d.tags[0] = "no" })
show_error (try (canvas.width))
show_error (try (a < canvas))
show_error (try (host.plain () == host.plain ()))
show_error (try (host.plain () < host.plain ()))
show_error (try [host.plain (): 1])
show_error (try (a < host.plain ()))
