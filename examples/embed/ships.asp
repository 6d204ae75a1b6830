report = s -> print "{s} at {ship.position s}, hull {ship.hull s}"

scout = ship.launch "Scout"
hulk = ship.launch "Hulk"
ship.set_position (vec2 10.0 0.0) hulk

step = vec2 6.0 8.0
half = vec2.scale 0.5 step          # `step` is as it was
ship.move half scout
report scout

chase = hunter prey -> {
    goal = ship.position prey
    goal.x -= (ship.position hunter).x
    goal.y -= (ship.position hunter).y
    ship.move goal hunter
    if ship.position hunter == ship.position prey {
        print "{hunter} rams {prey}: hull {ship.ram prey hunter}"
    }
}
chase scout hulk
report hulk

move_by = s by -> ship.move by s
