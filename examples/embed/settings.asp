# A configuration that computes: units, repetition, a value from elsewhere.
mebibyte = 1024 * 1024
settings = {
    title: "Build server of {host_name}",
    cache_bytes: 512 * mebibyte,
    workers: map (n -> "worker-{n:02}") (1..=3) |> list,
    limits: ["jobs": 8, "minutes": 90],
    proxy: None,
}
