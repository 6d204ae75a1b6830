pi = 3.141592653589793
solar_mass = 4 * pi * pi
days = 365.24

body = x y z vx vy vz mass -> {
    x, y, z, vx: vx * days, vy: vy * days, vz: vz * days, mass: mass * solar_mass
}

planets = () -> [
    body 0.0 0.0 0.0 0.0 0.0 0.0 1.0,
    body 4.84143144246472090e+00 -1.16032004402742839e+00 -1.03622044471123109e-01
        1.66007664274403694e-03 7.69901118419740425e-03 -6.90460016972063023e-05 9.54791938424326609e-04,
    body 8.34336671824457987e+00 4.12479856412430479e+00 -4.03523417114321381e-01
        -2.76742510726411899e-03 4.99852801234917238e-03 2.30417297573763929e-05 2.85885980666130812e-04,
    body 1.28943695621391310e+01 -1.51111514016986312e+01 -2.23307578892655734e-01
        2.96460137564761618e-03 2.37847173959480950e-03 -2.96589568540237556e-05 4.36624404335156298e-05,
    body 1.53796971148509165e+01 -2.59193146099879641e+01 1.79258772950371181e-01
        2.68067772490389322e-03 1.62824170038242295e-03 -9.51592254519715870e-05 5.15138902046611451e-05,
]

# The sun takes the momentum that brings the whole system to rest.
at_rest = bodies -> {
    total = f -> bodies |> map f |> sum
    px = total (b -> b.vx * b.mass)
    py = total (b -> b.vy * b.mass)
    pz = total (b -> b.vz * b.mass)
    bodies[0].vx = -px / solar_mass
    bodies[0].vy = -py / solar_mass
    bodies[0].vz = -pz / solar_mass
    bodies
}

advance = bodies dt -> {
    n = len bodies
    for i in 0..n {
        { x, y, z, vx, vy, vz, mass } = bodies[i]
        for j in i + 1..n {
            other = bodies[j]
            dx = x - other.x
            dy = y - other.y
            dz = z - other.z
            squared = dx * dx + dy * dy + dz * dz
            magnitude = dt / (squared * sqrt squared)
            pull = other.mass * magnitude
            vx -= dx * pull
            vy -= dy * pull
            vz -= dz * pull
            pull = mass * magnitude
            bodies[j].vx += dx * pull
            bodies[j].vy += dy * pull
            bodies[j].vz += dz * pull
        }
        bodies[i].vx = vx
        bodies[i].vy = vy
        bodies[i].vz = vz
        bodies[i].x = x + dt * vx
        bodies[i].y = y + dt * vy
        bodies[i].z = z + dt * vz
    }
    bodies
}

energy = bodies -> {
    total = 0.0
    n = len bodies
    for i in 0..n {
        b = bodies[i]
        total += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)
        for j in i + 1..n {
            c = bodies[j]
            dx = b.x - c.x
            dy = b.y - c.y
            dz = b.z - c.z
            total -= b.mass * c.mass / sqrt (dx * dx + dy * dy + dz * dz)
        }
    }
    total
}

bodies = at_rest (planets ())
for _ in 0..500_000 { bodies = advance bodies 0.01 }
result = "{energy bodies:.9f}"
assert (result == "-0.169096567")
print result
